import { formatTime, UTC } from '../../domain/format-time.ts'
import { bytesOfHex, hexOf, readVerifierKey, verifierKeyText } from '../../domain/log/checkpoint.ts'
import { differenceOf, type LoggedFacts } from '../../domain/log/compare-record.ts'
import { sha256 } from '../../domain/log/log-crypto.ts'
import { type LogEntry, logIdIn } from '../../domain/log/log-entry.ts'
import {
  type GetBytes,
  hasOnlyGrown,
  jsonIn,
  Mismatch,
  NotComparable,
  type ReadCheckpoint,
  readKey,
  readProvenEntry,
  readSignedCheckpoint,
} from '../../domain/log/read-site-log.ts'
import { endOfSeen, NewLog, type SeenLog, shorterLog } from '../../domain/log/seen-log.ts'
import { readFace } from '../../domain/log/verify-site.ts'

export type ShownPost =
  | { kind: 'record'; record: Readonly<Record<string, unknown>> }
  | { kind: 'withdrawn'; id: number; on: string; reason: string | null }

/** In this order. */
export type PostStep = 'signature' | 'growth' | 'entry' | 'version' | 'page'

export interface PostToVerify {
  get: GetBytes
  /** The edition of the last answer at this path, if it named one. */
  editionAt: (path: string) => number | undefined
  pause: (ms: number) => Promise<unknown>
  shown: ShownPost
  /** Path of the post in the public API. */
  path: string
  entry: { log: string; index: number; facts: number }
  seen: SeenLog | undefined
  mayBeNew: boolean
  now: Date
  onStep: (step: PostStep, sentence: string) => void
}

/** A checkpoint is signed once a second at most, and caches in front of the site may be some seconds behind. */
const PAUSES_MS = [1_000, 3_000, 6_000]

/**
 * Verifies one post without reading the whole log: the signature, that the log only grew since this device saw it, that
 * the entry is in it, and that the page shows what the entry says. Throws a `Mismatch`, or `NotComparable`. Whether a
 * newer entry exists is for `verifySite`.
 */
export async function verifyPost(post: PostToVerify): Promise<SeenLog> {
  const { get, shown, entry: place, seen, now, onStep } = post
  const key = await readKey(get)
  const before = seen && readVerifierKey(sha256, seen.key)
  if (before !== undefined && hexOf(key.publicKey) !== hexOf(before.publicKey))
    throw new Mismatch(
      `The log has a different key than ${seen === undefined ? 'before' : `on ${dayOf(seen)}`}.`,
    )
  const checkpoint = await checkpointWith(post, key)
  onStep(
    'signature',
    `The newest checkpoint, with ${count(checkpoint.size)} entries, is signed with the key of this site.`,
  )
  onStep('growth', await growthOf(post, checkpoint))

  const entry = await readProvenEntry(get, { log: checkpoint, index: place.index })
  const facts = await readProvenEntry(get, { log: checkpoint, index: place.facts })
  const id = shown.kind === 'record' ? shown.record.id : shown.id
  if (entry.record?.id !== id)
    throw new Mismatch(`Entry ${count(place.index)} of the log is about something else.`)
  if (facts.act !== 'facts')
    throw new Mismatch(`Entry ${count(place.facts)} of the log does not name clouds and services.`)
  onStep(
    'entry',
    `Entry ${count(place.index)} is in the log. It says: ${entry.act}, ${timeOf(entry)}, edition ${count(entry.edition)}.`,
  )

  const face = await readFace(get, entry)
  if (face === null) {
    await refuseOutdated(post)
    throw new Mismatch('The site shows this post, but what the log says about it was redacted.')
  }
  const logged = (await readFace(get, facts)) as unknown as LoggedFacts | null
  if (logged === null) {
    await refuseOutdated(post)
    throw new Mismatch('The names of clouds and services were redacted in the log.')
  }
  onStep('version', 'The logged version is unaltered: its hash is in the entry.')

  const difference = differenceIn(shown, { entry, face, facts: logged })
  if (difference !== undefined) {
    await refuseOutdated(post)
    throw new Mismatch(
      `This page doesn’t match the log entry of ${timeOf(entry)}: "${difference}" was changed without an entry.`,
    )
  }
  onStep('page', 'This page matches the log.')
  return {
    key: verifierKeyText(key),
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: hexOf(checkpoint.root),
    seen_at: now.toISOString(),
  }
}

/** Waits for one that has the entry, and what this device has seen: another process may be a moment behind. */
async function checkpointWith(
  post: PostToVerify,
  key: Parameters<typeof readSignedCheckpoint>[1],
): Promise<ReadCheckpoint> {
  const { get, pause, entry, seen } = post
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    const checkpoint = await readSignedCheckpoint(get, key)
    const isSameLog = logIdIn(checkpoint.origin) === entry.log
    const hasEntry = isSameLog && checkpoint.size > Math.max(entry.index, entry.facts)
    const isShorter =
      logIdIn(seen?.origin ?? '') === logIdIn(checkpoint.origin) && checkpoint.size < (seen?.size ?? 0)
    if (hasEntry && (!isShorter || pauseMs === undefined)) return checkpoint
    if (pauseMs !== undefined) {
      await pause(pauseMs)
      continue
    }
    if (!isSameLog)
      throw new NotComparable(
        'A new log has begun since this page was loaded. Reload the page and verify again.',
      )
    await refuseOutdated(post)
    await refuseBehind(post, checkpoint)
  }
  throw new Mismatch(`The page names entry ${count(entry.index)}, but the log does not have it.`)
}

/** A page that was left open may show what has since been corrected or renamed, and redacted in the log. */
async function refuseOutdated({ get, path, entry }: PostToVerify): Promise<void> {
  const bytes = await get(path)
  if (bytes === undefined) return
  const { data, withdrawn } = jsonIn<{ data?: InLog | null; withdrawn?: InLog }>(bytes, path)
  const now = (data ?? withdrawn)?.log_entry
  if (now !== undefined && (now.log !== entry.log || now.index !== entry.index))
    throw new NotComparable(
      'This post has changed since this page was loaded. Reload the page and verify again.',
    )
  if (now !== undefined && now.facts !== entry.facts)
    throw new NotComparable(
      'Names of clouds or services have changed since this page was loaded. Reload the page and verify again.',
    )
}

type InLog = { log_entry?: PostToVerify['entry'] }

/** The copy of the log on a recovery site comes after the edition that it belongs to. */
async function refuseBehind(
  { get, editionAt, path }: PostToVerify,
  checkpoint: ReadCheckpoint,
): Promise<void> {
  const last = await readProvenEntry(get, { log: checkpoint, index: checkpoint.size - 1 })
  if (last.edition < (editionAt(path) ?? 0))
    throw new NotComparable(
      `This site’s copy of the log is older than this page: it ends ${timeOf(last)}. Reload the page later and verify again.`,
    )
}

async function growthOf({ get, seen, mayBeNew }: PostToVerify, checkpoint: ReadCheckpoint): Promise<string> {
  if (seen === undefined) return 'This device hasn’t seen the log before and will remember it from now on.'
  if (logIdIn(seen.origin) !== logIdIn(checkpoint.origin)) {
    const first = await readProvenEntry(get, { log: checkpoint, index: 0 })
    const end = await endOfSeen(get, seen, first)
    if (!mayBeNew) throw new NewLog(`A new log has begun since ${dayOf(seen)}. ${end}`)
    return `You accepted a new log. ${end}`
  }
  if (seen.size > checkpoint.size) throw await shorterLog(get, seen, checkpoint)
  const before = { size: seen.size, root: bytesOfHex(seen.root) }
  if (!(await hasOnlyGrown(get, { log: checkpoint, before })))
    throw new Mismatch(`The first ${count(seen.size)} entries of the log have changed since ${dayOf(seen)}.`)
  return seen.size === checkpoint.size
    ? `The log hasn’t changed since this device checked it on ${dayOf(seen)}.`
    : `Since ${dayOf(seen)}, when this device last checked it, the log has only grown, by ${count(checkpoint.size - seen.size)} ${checkpoint.size - seen.size === 1 ? 'entry' : 'entries'}.`
}

function differenceIn(
  shown: ShownPost,
  { entry, face, facts }: { entry: LogEntry; face: Readonly<Record<string, unknown>>; facts: LoggedFacts },
): string | undefined {
  if ((shown.kind === 'withdrawn') !== (entry.act === 'withdrawn'))
    return shown.kind === 'withdrawn' ? 'withdrawal' : 'publication'
  if (shown.kind === 'record') return differenceOf(shown.record, face, facts)
  if (shown.on !== face.withdrawn_on) return 'time of withdrawal'
  return shown.reason === (face.withdrawn_reason ?? null) ? undefined : 'reason of withdrawal'
}

function timeOf({ time }: LogEntry): string {
  return formatTime(new Date(time), UTC)
}

function dayOf({ seen_at }: SeenLog): string {
  return seen_at.slice(0, 10)
}

function count(entries: number): string {
  return entries.toLocaleString('en-US')
}
