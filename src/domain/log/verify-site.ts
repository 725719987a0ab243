import { hexOf, readVerifierKey, type VerifierKey, verifierKeyText } from './checkpoint.ts'
import type { LoggedFacts } from './compare-record.ts'
import { compareClouds, compareRecords, GLOBAL, type IsBehind, readGlobal } from './compare-site.ts'
import { sha256 } from './log-crypto.ts'
import {
  canonicalJson,
  type FaceDocument,
  type LogEntry,
  type LogFace,
  logIdIn,
  saltedFace,
} from './log-entry.ts'
import {
  eachOf,
  type GetBytes,
  jsonIn,
  Mismatch,
  NotComparable,
  type ReadCheckpoint,
  readKey,
  readSignedCheckpoint,
  readWholeLog,
} from './read-site-log.ts'
import { endOfGiven, endOfSeen, NewLog, type SeenLog, shorterLog } from './seen-log.ts'
import { type Cosigned, cosignersOf } from './witness.ts'

export interface SiteToVerify {
  get: GetBytes
  /** The edition of the last answer at this path, if it named one. */
  editionAt: (path: string) => number | undefined
  pause: (ms: number) => Promise<unknown>
  /** As in `/log/key`. Absent: the one seen before, otherwise the one that the site names. */
  key?: string | undefined
  seen?: SeenLog | undefined
  witnesses?: readonly VerifierKey[]
  /** Accepts a log that began again after a restore, even if that was after the key was noted. */
  mayBeNew: boolean
  /** Reads every face that was ever logged, and not only the newest of each record. */
  isWhole: boolean
  now: Date
}

export interface VerifiedSite {
  seen: SeenLog
  records: number
  withdrawn: number
  redacted: number
  before: number | undefined
  /** How the log that was seen before ended, if it is another one. */
  newLog: string | undefined
  cosigned: Cosigned[]
}

/**
 * Something may be published while the site is read, several processes may differ for a moment, and caches
 * in front may be some seconds behind. So the site is read again after each of these pauses before a
 * mismatch counts.
 */
const PAUSES_MS = [2_000, 4_000, 9_000]

export async function verifySite(site: SiteToVerify): Promise<VerifiedSite> {
  const key = await keyOf(site)
  for (let tries = 0; ; tries++) {
    try {
      return await verifyAt(site, key, await readSignedCheckpoint(site.get, key))
    } catch (error) {
      const pauseMs = PAUSES_MS[tries]
      if (!(error instanceof Mismatch)) throw error
      if (pauseMs === undefined && error.isBehind)
        throw new NotComparable(
          `The site and its log are of different editions, so they cannot be compared now. Something is being published, or a cache in front of the site or the copy of the log on a backup site is behind. The last problem: ${error.message}`,
        )
      if (pauseMs === undefined) throw error
      await site.pause(pauseMs)
    }
  }
}

async function keyOf({ get, key: given, seen }: SiteToVerify): Promise<VerifierKey> {
  const wanted = given ?? seen?.key
  const shown = await readKey(get)
  if (wanted === undefined) return shown
  const pinned = readVerifierKey(sha256, wanted)
  if (pinned === undefined) throw new Mismatch('The key that was given is not the key of a log.')
  if (hexOf(pinned.publicKey) !== hexOf(shown.publicKey))
    throw new Mismatch(
      `The log has a different key than ${given === undefined ? 'before' : 'the one given'}.`,
    )
  return pinned
}

async function verifyAt(
  { get, editionAt, key: given, seen, witnesses = [], mayBeNew, isWhole, now }: SiteToVerify,
  key: VerifierKey,
  checkpoint: ReadCheckpoint,
): Promise<VerifiedSite> {
  const cosigned = await cosignersOf(checkpoint.note, witnesses)
  const missing = witnesses.find(({ name }) => cosigned.every((each) => each.name !== name))
  if (missing !== undefined)
    throw new Mismatch(`The witness ${missing.name} has not cosigned the checkpoint.`)
  const isSameLog = seen !== undefined && logIdIn(seen.origin) === logIdIn(checkpoint.origin)
  const before = isSameLog ? seen : undefined
  if (before !== undefined && before.size > checkpoint.size) throw await shorterLog(get, before, checkpoint)
  const { entries, rootAt } = await readWholeLog(get, checkpoint)
  if (before !== undefined && hexOf(rootAt(before.size)) !== before.root)
    throw new Mismatch(`The first ${before.size} entries of the log have changed since ${before.seen_at}.`)
  const isOfGiven = given === undefined || logIdIn(key.name) === logIdIn(checkpoint.origin)
  const isExpected = seen === undefined ? isOfGiven : isSameLog
  const newLog = isExpected
    ? undefined
    : seen === undefined
      ? endOfGiven(key, entries[0])
      : await endOfSeen(get, seen, entries[0])
  if (newLog !== undefined && !mayBeNew) {
    const known =
      seen === undefined ? key.name : `${seen.origin} with ${seen.size} entries on ${seen.seen_at}`
    throw new NewLog(`A new log has begun: it was ${known}, and is ${checkpoint.origin} now. ${newLog}`)
  }
  refuseDisorder(entries)

  const global = await readGlobal(get)
  const isBehind = behindAt(editionAt, global.isTrustDR ? entries.at(-1)?.edition : editionAt(CHECKPOINT))
  const newest = newestByRecord(entries)
  const faces = await readFaces(get, { entries, newest, isWhole, isBehind })
  const factsEntry = entries.findLast(({ act }) => act === 'facts')
  const facts = faces.get(factsEntry?.face ?? '') as unknown as LoggedFacts | null | undefined
  if (facts === undefined || facts === null)
    throw new Mismatch('The log does not say which clouds and services the site has.')
  compareClouds(global, facts, { isBehind: isBehind(GLOBAL, factsEntry) })
  const counts = await compareRecords({ get, isBehind }, { newest, faces, facts })
  return {
    seen: {
      key: verifierKeyText(key),
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: hexOf(checkpoint.root),
      seen_at: now.toISOString(),
    },
    ...counts,
    redacted: entries.filter(({ act }) => act === 'redacted').length,
    before: before?.size,
    newLog,
    cosigned,
  }
}

function refuseDisorder(entries: readonly LogEntry[]) {
  const [first] = entries
  if (first?.act !== 'began') throw new Mismatch('The first entry of the log does not say that it began.')
  const at = entries.findIndex(({ edition }, index) => edition < (entries[index - 1]?.edition ?? 0))
  if (at !== -1) throw new Mismatch(`Entry ${at} of the log is of an earlier edition than the one before it.`)
}

const CHECKPOINT = '/log/checkpoint'

/**
 * An answer older than the entry, or newer than the log, shows nothing about either. A site signs its
 * checkpoint for the edition that it shows. A backup site has a copy, which comes after the edition, so
 * only its entries show how far it is.
 */
function behindAt(editionAt: SiteToVerify['editionAt'], newestLogged: number | undefined): IsBehind {
  return (path, entry) => {
    const edition = editionAt(path)
    if (edition === undefined || newestLogged === undefined) return false
    return edition > newestLogged || (entry !== undefined && edition < entry.edition)
  }
}

function newestByRecord(entries: readonly LogEntry[]): Map<number, LogEntry> {
  const newest = new Map<number, LogEntry>()
  for (const entry of entries) if (entry.record !== undefined) newest.set(entry.record.id, entry)
  return newest
}

/** By hash. Null: redacted, and an entry of the log says so. */
async function readFaces(
  get: GetBytes,
  {
    entries,
    newest,
    isWhole,
    isBehind,
  }: { entries: readonly LogEntry[]; newest: Map<number, LogEntry>; isWhole: boolean; isBehind: IsBehind },
): Promise<Map<string, LogFace | null>> {
  const redacted = new Set(entries.flatMap(({ redacted }) => redacted?.face ?? []))
  const facts = entries.findLast(({ act }) => act === 'facts')
  const toRead = isWhole ? entries : [...newest.values(), ...(facts === undefined ? [] : [facts])]
  const faces = new Map<string, LogFace | null>()
  await eachOf(toRead, async (entry) => {
    if (entry.face === undefined) return
    const face = await readFace(get, entry)
    if (face === null && !redacted.has(entry.face))
      throw new Mismatch(
        `What the log says about ${subjectOf(entry)} was redacted, but no entry of the log says so.`,
        // A copy loses a redacted version before it gets the entry that says so.
        { isBehind: isBehind(GLOBAL) },
      )
    faces.set(entry.face, face)
  })
  return faces
}

/** Null: redacted. */
export async function readFace(get: GetBytes, entry: LogEntry): Promise<LogFace | null> {
  const { face: hash = '' } = entry
  const path = `/log/faces/${hash}`
  const bytes = await get(path)
  if (bytes === undefined)
    throw new Mismatch(`What the log says about ${subjectOf(entry)} is missing: ${path}.`)
  const document = jsonIn<FaceDocument>(bytes, path)
  if ('redacted' in document) return null
  if (hexOf(sha256(saltedFace(document.salt, canonicalJson(document.face)))) !== hash)
    throw new Mismatch(`What ${path} says about ${subjectOf(entry)} is not what was logged.`)
  return document.face
}

function subjectOf({ record }: LogEntry): string {
  return record === undefined ? 'the facts of the site' : `record ${record.id}`
}
