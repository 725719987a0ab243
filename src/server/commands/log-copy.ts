import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogCopy } from '../../backup/take-log-back.ts'
import { type GetBytes, NotComparable } from '../../domain/log/read-site-log.ts'
import { type EditionTarget, placeOf } from '../../edition/file/edition-targets.ts'
import { logOfFiles } from '../../edition/log/log-beside-editions.ts'
import { typedPath } from './command-line.ts'

const NOWHERE = 'none'

/** Where a restore finds entries of the public log that its backup lacks. Undefined if there is no copy. */
export function logCopyAt(
  typed: string | undefined,
  { target, isNewest, signal }: { target: EditionTarget | undefined; isNewest: boolean; signal: AbortSignal },
): LogCopy | undefined {
  if (typed === NOWHERE) return undefined
  if (typed !== undefined && /^https?:/i.test(typed))
    return { where: typed, get: ofSite(typed, signal), isNewest }
  if (typed !== undefined) return { where: typedPath(typed), get: ofFolder(typedPath(typed)), isNewest }
  if (target === undefined) return undefined
  const where = target.kind === 'folder' ? target.path : 'EDITION_TARGET'
  return { where, get: besideEditions(placeOf(target, signal).read), isNewest }
}

const WITHIN_MS = 60_000
const NOT_FOUND = 404
/** Larger than any file of a log. A hostile site must not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024

function ofSite(address: string, signal: AbortSignal): GetBytes {
  return async (path) => {
    const url = address.replace(/\/+$/, '') + path
    const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
    try {
      // Don't follow redirects: the operator named this host only.
      const response = await fetch(url, { signal: within, redirect: 'error' })
      if (response.ok) return await bytesOf(response, url)
      await response.body?.cancel()
      if (response.status === NOT_FOUND) return undefined
    } catch (error) {
      if (error instanceof NotComparable) throw error
    }
    throw new NotComparable(`${url} can’t be read. Redirects are not followed.`)
  }
}

async function bytesOf({ body }: Response, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new NotComparable(`${url} is too large.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A static export has a file per version; edition files have one for every 256 of them. */
function ofFolder(folder: string): GetBytes {
  const newest = join(folder, 'current', 'site')
  const root = existsSync(newest) ? newest : folder
  const read = (name: string) => readFile(join(root, name)).catch(() => undefined)
  const beside = besideEditions(read)
  return async (path) => (await read(path.slice(1))) ?? beside(path)
}

function besideEditions(read: (name: string) => Promise<Buffer | undefined>): GetBytes {
  const files = logOfFiles({ read, clock: () => new Date() })
  const asked = async (name: string) =>
    name === 'checkpoint' ? await read('log/checkpoint') : await files.file(name)
  return (path) =>
    asked(path.replace(/^\/log\//, '')).catch((error: unknown) => {
      throw new NotComparable(`A file of the copy can’t be read (${(error as Error).message}).`)
    })
}
