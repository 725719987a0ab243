import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import type { LogEntry } from '../../domain/log/log-entry.ts'
import { entriesIn, TILE_WIDTH, tileAt, tilePath, tilesOf } from '../../domain/log/tiles.ts'
import { LOG_CHECKPOINT_PATH, LOG_KEY_PATH, LOG_PATH } from '../../domain/machine-paths.ts'
import { answerOfBytes, makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import { keyOfLog } from '../../edition/log/log-key.ts'
import { logFileAt, type PublicLog, type SignedCheckpoint } from '../../edition/log/public-log.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import type { AppContext } from '../context.ts'
import { IMMUTABLE_CACHE, sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'

export function isLogPath(path: string): boolean {
  return path.startsWith(`${LOG_PATH}/`)
}

/**
 * `/log/checkpoint` and the tiles below `/log/tile` always belong to the newest log: a tool that is given `/log` needs no
 * more. That log also has its checkpoint beside the tiles at its own address.
 */
function isCheckpointPath(path: string, { log }: Edition): boolean {
  return path === LOG_CHECKPOINT_PATH || path === `${LOG_PATH}/${log?.id}/checkpoint`
}

/**
 * Whether it can be answered without the database: the edition contains the key, and a process that has
 * signed the checkpoint before can sign it again.
 */
export function isHeldHere(path: string, edition: Edition): boolean {
  return path === LOG_KEY_PATH || isCheckpointPath(path, edition)
}

export async function logFilesOf(publicLog: PublicLog | undefined, { log }: Edition): Promise<string[]> {
  if (log === null || keyOfLog(log) === undefined) return []
  const signed = await publicLog?.checkpoint(log).catch(() => undefined)
  if (publicLog === undefined || signed?.size !== log.size) return [LOG_KEY_PATH]
  const tiles = tilesOf(log.size)
  const faces: string[] = []
  for (const tile of tiles) {
    if (tile.level !== 'entries') continue
    const bundle = await publicLog.file(`${log.id}/${tilePath(tile)}`)
    for (const text of (bundle && entriesIn(bundle)) ?? []) {
      const { face } = JSON.parse(new TextDecoder().decode(text)) as LogEntry
      if (face !== undefined) faces.push(`${LOG_PATH}/faces/${face}`)
    }
  }
  return [
    LOG_KEY_PATH,
    LOG_CHECKPOINT_PATH,
    `${LOG_PATH}/${log.id}/checkpoint`,
    ...tiles.map((tile) => `${LOG_PATH}/${log.id}/${tilePath(tile)}`),
    ...faces,
  ]
}

type MakeLogFile = Pick<AppContext, 'config' | 'publicLog' | 'log'>

export async function makeLogFile(
  context: MakeLogFile,
  held: ObservedHeld,
  path: string,
): Promise<Computed | undefined> {
  const { edition } = held
  if (path === LOG_KEY_PATH) return makeKey(context, edition)
  // Signatures, tiles, and the records of entries, which may be redacted, are read from the log itself.
  held.isMadeOfMore()
  if (isCheckpointPath(path, edition)) return makeCheckpoint(context, edition, path)
  const rest = path.slice(LOG_PATH.length + 1)
  const newest = tileAt(rest) && (await signedCheckpoint(context, edition))
  const name = newest === undefined ? rest : `${newest.id}/${rest}`
  const asked = logFileAt(name)
  if (asked === undefined) return undefined
  const bytes = await fileBytes(context, name)
  if (bytes === undefined) return undefined
  if (asked.kind === 'face') {
    const headers = { 'content-type': 'application/json; charset=utf-8', ...OPEN_TO_ALL }
    const headersIn = sharedIn(context.config, { isTurning: false })
    return { key: path, answer: await makeAnswer({ headers, body: bytes }), headersIn }
  }
  const headers = {
    'content-type': 'application/octet-stream',
    ...OPEN_TO_ALL,
    ...(newest === undefined && { 'cache-control': IMMUTABLE_CACHE }),
  }
  const expiresAt = newest?.until
  // Hashes can't be compressed. There is a partial tile for every size that the log has had, so only the newest is cached.
  const answer =
    asked.tile.level === 'entries'
      ? await makeAnswer({ headers, body: bytes, expiresAt })
      : answerOfBytes({ headers, identity: bytes, expiresAt })
  const isCached = asked.tile.width === TILE_WIDTH || isAtTheEdge(edition, asked)
  return {
    key: isCached ? path : undefined,
    answer,
    // Another log may begin, so caches in front drop it together with the checkpoint.
    ...(newest !== undefined && { headersIn: sharedIn(context.config, { isTurning: true }) }),
  }
}

function isAtTheEdge(
  { log }: Edition,
  { log: id, tile }: { log: string; tile: { index: number; width: number; level: number | 'entries' } },
) {
  if (log === null || id !== log.id) return false
  const hashes = Math.floor(log.size / TILE_WIDTH ** (tile.level === 'entries' ? 0 : tile.level))
  return tile.index === Math.floor(hashes / TILE_WIDTH) && tile.width === hashes % TILE_WIDTH
}

async function makeKey({ config }: MakeLogFile, edition: Edition): Promise<Computed | undefined> {
  const key = keyOfLog(edition.log)
  if (key === undefined) return undefined
  const answer = await makeAnswer({ headers: TEXT, body: `${verifierKeyText(key)}\n` })
  return { key: LOG_KEY_PATH, answer, headersIn: sharedIn(config, { isTurning: false }) }
}

async function makeCheckpoint(
  context: MakeLogFile,
  edition: Edition,
  path: string,
): Promise<Computed | undefined> {
  const signed = await signedCheckpoint(context, edition)
  if (signed === undefined) return undefined
  const answer = await makeAnswer({ headers: TEXT, body: signed.note, expiresAt: signed.until })
  return { key: path, answer, headersIn: sharedIn(context.config, { isTurning: true }) }
}

async function signedCheckpoint(
  { publicLog, log }: MakeLogFile,
  edition: Edition,
): Promise<SignedCheckpoint | undefined> {
  if (edition.log === null) return undefined
  return publicLog?.checkpoint(edition.log).catch((error: unknown) => {
    log.warn({ err: error }, 'The checkpoint of the public log could not be signed')
    throw new Fault('no-database')
  })
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8', ...OPEN_TO_ALL }

async function fileBytes({ publicLog, log }: MakeLogFile, path: string): Promise<Buffer | undefined> {
  return publicLog?.file(path).catch((error: unknown) => {
    log.warn({ err: error, file: path }, 'A file of the public log could not be read')
    throw new Fault('no-database')
  })
}
