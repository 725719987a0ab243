import { bytesOfHex, type VerifierKey } from './checkpoint.ts'
import { GLOBAL, type GlobalOfSite } from './compare-site.ts'
import { type LogEntry, logIdIn } from './log-entry.ts'
import {
  type GetBytes,
  hasOnlyGrown,
  jsonIn,
  Mismatch,
  NotComparable,
  prefixOf,
  type ReadCheckpoint,
} from './read-site-log.ts'

export interface SeenLog {
  key: string
  origin: string
  size: number
  root: string
  seen_at: string
}

/**
 * A backup site has only a copy, which may be behind. Whether the other entries still exist is then unknown,
 * so nothing is verified, but it isn't a mismatch either.
 */
export async function shorterLog(
  get: GetBytes,
  seen: SeenLog,
  { size }: Pick<ReadCheckpoint, 'size'>,
): Promise<Mismatch | NotComparable> {
  const bytes = await get(GLOBAL)
  const { isTrustDR } = bytes === undefined ? {} : jsonIn<Partial<GlobalOfSite>>(bytes, GLOBAL)
  const numbers = `${count(seen.size)} entries on ${seen.seen_at.slice(0, DAY_LENGTH)}`
  return isTrustDR === true
    ? new NotComparable(
        `This is a backup site, and its copy of the log is behind: it has ${count(size)} entries, and you have seen ${numbers}. Verify on the site itself when it is back.`,
      )
    : new Mismatch(`The log has lost entries: it had ${numbers}, and has ${count(size)} now.`)
}

const DAY_LENGTH = '2026-11-17'.length

function count(entries: number): string {
  return entries.toLocaleString('en-US')
}

/** The log began again after a restore from a backup. Users may accept it. */
export class NewLog extends Mismatch {}

/** What the first entry of a new log says about the one that was seen before, in a sentence. Throws if that isn't true. */
export async function endOfSeen(get: GetBytes, seen: SeenLog, first: LogEntry | undefined): Promise<string> {
  const before = first?.began?.before
  if (before === undefined || before.log !== logIdIn(seen.origin))
    return 'Its first entry does not name the log that you have seen.'
  if (before.size < seen.size)
    return `Its first entry says that the log before it had ${before.size} entries, so ${seen.size - before.size} that you have seen are lost.`
  const rewritten = `The log that you have seen was rewritten before the new one began: its first ${seen.size} entries are not those of ${seen.seen_at}.`
  if (before.size === seen.size && before.root !== seen.root) throw new Mismatch(rewritten)
  if (before.size === seen.size) return 'Its first entry names exactly the log that you have seen.'
  const log = { prefix: prefixOf(before.log), size: before.size, root: bytesOfHex(before.root) }
  const seenBefore = { size: seen.size, root: bytesOfHex(seen.root) }
  const isSame = await hasOnlyGrown(get, { log, before: seenBefore }).catch(() => undefined)
  if (isSame === undefined)
    return `Its first entry says that the log before it had ${before.size} entries. The site no longer has all of them, so they could not be compared.`
  if (!isSame) throw new Mismatch(rewritten)
  return `The log that you have seen is still there, with ${before.size} entries at its end.`
}

/** The same if only a key is known: all it says about its log is the name. */
export function endOfGiven({ name }: VerifierKey, first: LogEntry | undefined): string {
  const before = first?.began?.before
  return before !== undefined && before.log === logIdIn(name)
    ? `Its first entry says that the log of the key had ${before.size} entries.`
    : 'Its first entry does not name the log of the key that was given.'
}
