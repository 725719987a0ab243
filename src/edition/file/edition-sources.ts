import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MOST_HEAD_BYTES } from './edition-head.ts'
import { MOST_FILE_BYTES } from './edition-header.ts'
import { HEAD_NAME } from './edition-name.ts'

export type EditionSource = { kind: 'folder'; path: string } | { kind: 'http'; url: string }

export interface ReadableSource {
  /** Undefined if unchanged since the last read. Rejects if the source is unavailable. */
  readHead(): Promise<string | undefined>
  forgetHead(): void
  /** Rejects with `NoSuchFile` if the source answers that there is no such file. The limit is for HTTP. */
  readFile(name: string, limit?: { withinMs: number }): Promise<Buffer>
}

class NoSuchFile extends Error {}

export async function readIfThere(
  source: ReadableSource,
  name: string,
  limit?: { withinMs: number },
): Promise<Buffer | undefined> {
  try {
    return await source.readFile(name, limit)
  } catch (error) {
    if (error instanceof NoSuchFile) return undefined
    throw error
  }
}

export function sourceOf(source: EditionSource, signal: AbortSignal): ReadableSource {
  switch (source.kind) {
    case 'folder':
      return folderSource(source)
    case 'http':
      return httpSource(source, signal)
  }
}

function folderSource({ path: folder }: { path: string }): ReadableSource {
  let seen = ''
  return {
    readHead: async () => {
      const path = join(folder, HEAD_NAME)
      const { mtimeMs, size, ino } = await stat(path)
      if (size > MOST_HEAD_BYTES) throw new Error(`${HEAD_NAME} is too large`)
      const look = `${mtimeMs} ${size} ${ino}`
      if (look === seen) return undefined
      const text = await readFile(path, 'utf8')
      seen = look
      return text
    },
    forgetHead: () => {
      seen = ''
    },
    readFile: async (name) => {
      const path = join(folder, name)
      const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new NoSuchFile(error.message) : error
      })
      if (size > MOST_FILE_BYTES) throw new Error(`${name} is too large`)
      return readFile(path)
    },
  }
}

const HEAD_WITHIN_MS = 10_000
/** A few megabytes over a slow connection. */
const FILE_WITHIN_MS = 120_000
const NOT_MODIFIED = 304
const NOT_FOUND = 404

function httpSource({ url }: { url: string }, signal: AbortSignal): ReadableSource {
  let etag: string | undefined

  async function get(name: string, { withinMs, headers = {} }: { withinMs: number; headers?: HeadersInit }) {
    const response = await fetch(`${url}/${name}`, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    })
    if (response.ok || response.status === NOT_MODIFIED) return response
    await response.body?.cancel()
    const sentence = `${name} was answered with ${response.status}`
    throw response.status === NOT_FOUND ? new NoSuchFile(sentence) : new Error(sentence)
  }

  return {
    readHead: async () => {
      const known = etag === undefined ? {} : { 'if-none-match': etag }
      // A cached head could be old and make the content look older than it is.
      const headers = { 'cache-control': 'no-cache', ...known }
      const response = await get(HEAD_NAME, { withinMs: HEAD_WITHIN_MS, headers })
      if (response.status === NOT_MODIFIED) return undefined
      const text = (await bodyOf(response, MOST_HEAD_BYTES)).toString('utf8')
      etag = response.headers.get('etag') ?? undefined
      return text
    },
    forgetHead: () => {
      etag = undefined
    },
    readFile: async (name, { withinMs } = { withinMs: FILE_WITHIN_MS }) =>
      bodyOf(await get(name, { withinMs }), MOST_FILE_BYTES),
  }
}

/** Enforces the limit whatever Content-Length says. */
async function bodyOf(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`${response.url} gives more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
