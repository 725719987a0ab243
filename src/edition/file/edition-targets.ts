import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { storedFile } from '../../domain/images/attachment-name.ts'
import { IMAGES_FOLDER } from './edition-name.ts'

export type EditionTarget =
  | { kind: 'folder'; path: string }
  | { kind: 'http'; url: string; authorization: string | undefined }
  | {
      kind: 's3'
      endpoint: string
      bucket: string
      prefix: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      sessionToken: string | undefined
    }

/** Each write is atomic. */
export interface WritablePlace {
  put(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  /** Edition files. Undefined if the target can't list files. */
  list(): Promise<string[] | undefined>
  listImages(): Promise<string[] | undefined>
  has(name: string): Promise<boolean>
  /** Undefined if there is no such file. Rejects if the target fails. */
  read(name: string): Promise<Buffer | undefined>
}

export function placeOf(target: EditionTarget, signal: AbortSignal): WritablePlace {
  switch (target.kind) {
    case 'folder':
      return folderPlace(target)
    case 'http':
      return httpPlace(target, signal)
    case 's3':
      return s3Place(target, signal)
  }
}

/** Partial files of a killed process, removed with the next listing. */
export const UNFINISHED = /^\.[0-9a-f-]{36}\.unfinished$/

function folderPlace({ path: folder }: { path: string }): WritablePlace {
  return {
    put: (name, bytes) => writeWhole(join(folder, dirname(name)), basename(name), bytes),
    remove: (name) => rm(join(folder, name), { force: true }),
    list: () => listFolder(folder),
    listImages: () => listFolder(join(folder, IMAGES_FOLDER)).catch(() => []),
    has: (name) =>
      stat(join(folder, name)).then(
        () => true,
        () => false,
      ),
    read: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  for (const name of names) if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
  return names
}

/** Writes to a temporary file and syncs it before renaming: readers see either the old file or the new one. */
export async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `.${randomUUID()}.unfinished`)
  try {
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Makes the new name durable as well. Some systems can't sync a folder. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  try {
    await handle?.sync().catch(() => {})
  } finally {
    await handle?.close()
  }
}

/** Any server that accepts PUT: WebDAV, an object store behind a gateway, nginx with `dav_methods PUT DELETE`. */
function httpPlace(
  { url, authorization }: Extract<EditionTarget, { kind: 'http' }>,
  signal: AbortSignal,
): WritablePlace {
  const headers = authorization === undefined ? {} : { authorization }
  const ask = (name: string, init: RequestInit = {}) =>
    askWithin(new Request(`${url}/${name}`, { ...init, headers: { ...headers, ...init.headers } }), signal)
  return {
    put: async (name, bytes) => {
      const body = new Uint8Array(bytes)
      const response = await ask(name, { method: 'PUT', body, headers: { 'content-type': typeOf(name) } })
      await refuseUnlessDone(response, `PUT ${name}`)
    },
    remove: async (name) => {
      const response = await ask(name, { method: 'DELETE' })
      await refuseUnlessDone(response, `DELETE ${name}`, [404])
    },
    list: async () => undefined,
    listImages: async () => undefined,
    has: async (name) => isThere(await ask(name, { method: 'HEAD' }), name),
    read: async (name) => bytesOf(await ask(name), name),
  }
}

type Bucket = Extract<EditionTarget, { kind: 's3' }>

/** A bucket with path-style URLs, which every S3-compatible store supports. */
function s3Place(target: Bucket, signal: AbortSignal): WritablePlace {
  const { accessKeyId, secretAccessKey, sessionToken, region } = target
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    region,
    service: 's3',
  })
  const bucketUrl = `${target.endpoint}/${target.bucket}`
  const folder = target.prefix === '' ? '' : `${target.prefix}/`
  const urlOf = (name: string) => `${bucketUrl}/${encodePath(folder)}${name}`
  // No retries here: the caller retries all kinds of targets in the same way.
  const ask = async (url: string, init?: RequestInit) => askWithin(await client.sign(url, init), signal)

  return {
    put: async (name, bytes) => {
      const headers = { 'content-type': typeOf(name), 'x-amz-content-sha256': digestOf(bytes) }
      const response = await ask(urlOf(name), { method: 'PUT', body: new Uint8Array(bytes), headers })
      await refuseUnlessDone(response, `PUT ${name}`)
    },
    remove: async (name) => {
      await refuseUnlessDone(await ask(urlOf(name), { method: 'DELETE' }), `DELETE ${name}`, [404])
    },
    list: async () => {
      // The oldest come first, so the files to delete are among the first thousand.
      const prefix = encodeURIComponent(`${folder}edition-`)
      const response = await ask(`${bucketUrl}?list-type=2&prefix=${prefix}`)
      if (!response.ok) await refuseUnlessDone(response, 'the list of the bucket')
      return namesIn(await response.text())
    },
    listImages: async () => {
      const names: string[] = []
      for (;;) {
        const prefix = encodeURIComponent(`${folder}${IMAGES_FOLDER}/`)
        const last = names.at(-1)
        const after =
          last === undefined ? '' : `&start-after=${encodeURIComponent(`${folder}${IMAGES_FOLDER}/${last}`)}`
        const response = await ask(`${bucketUrl}?list-type=2&prefix=${prefix}${after}`)
        if (!response.ok) await refuseUnlessDone(response, 'the list of the bucket')
        const xml = await response.text()
        const page = namesIn(xml)
        names.push(...page)
        if (page.length === 0 || !xml.includes('<IsTruncated>true')) return names
      }
    },
    has: async (name) => isThere(await ask(urlOf(name), { method: 'HEAD' }), name),
    read: async (name) => bytesOf(await ask(urlOf(name)), name),
  }
}

function encodePath(path: string) {
  return path.split('/').map(encodeURIComponent).join('/')
}

function digestOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}

const NOT_FOUND = 404

async function isThere(response: Response, name: string): Promise<boolean> {
  if (response.status === NOT_FOUND) return false
  await refuseUnlessDone(response, `HEAD ${name}`)
  return true
}

async function bytesOf(response: Response, name: string): Promise<Buffer | undefined> {
  if (response.ok) return Buffer.from(await response.arrayBuffer())
  await refuseUnlessDone(response, `GET ${name}`, [NOT_FOUND])
  return undefined
}

/** Our names contain nothing that XML would escape. */
function namesIn(xml: string): string[] {
  return [...xml.matchAll(/<Key>(?:[^<]*\/)?([^</]+)<\/Key>/g)].flatMap(([, name]) => name ?? [])
}

/** Enough for a few megabytes over a slow connection, and a limit for servers that hang. */
const WITHIN_MS = 60_000
const MOST_EXPLANATION_LENGTH = 200

function askWithin(request: Request, signal: AbortSignal): Promise<Response> {
  return fetch(request, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    redirect: 'manual',
  })
}

async function refuseUnlessDone(
  response: Response,
  what: string,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const said = await response.text().catch(() => '')
  if (response.ok || alsoFine.includes(response.status)) return
  const why = said.replace(/\s+/g, ' ').slice(0, MOST_EXPLANATION_LENGTH)
  throw new Error(`${what} was answered with ${response.status}${why === '' ? '' : `: ${why}`}`)
}

function typeOf(name: string): string {
  if (name.endsWith('.json')) return 'application/json'
  return storedFile(basename(name))?.contentType ?? 'application/octet-stream'
}
