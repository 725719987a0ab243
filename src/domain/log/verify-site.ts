import { bytesOfHex, hexOf, readVerifierKey, type VerifierKey, verifierKeyText } from './checkpoint.ts'
import { differenceOf, type LoggedFacts } from './compare-record.ts'
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
  hasOnlyGrown,
  jsonIn,
  Mismatch,
  NotComparable,
  prefixOf,
  type ReadCheckpoint,
  readKey,
  readSignedCheckpoint,
  readWholeLog,
} from './read-site-log.ts'
import { type Cosigned, cosignersOf } from './witness.ts'

/** What is remembered of a site between two runs. */
export interface SeenLog {
  key: string
  origin: string
  size: number
  /** In hex. */
  root: string
  seen_at: string
}

export interface SiteToVerify {
  get: GetBytes
  /** Of the last answer at this path, if it named its edition. */
  editionAt: (path: string) => number | undefined
  pause: (ms: number) => Promise<unknown>
  /** As `/log/key` has it. Absent: the one seen before, else the one that the site names. */
  key?: string | undefined
  seen?: SeenLog | undefined
  /** Each of them must have cosigned the checkpoint. */
  witnesses?: readonly VerifierKey[]
  /** A log that began because of a restore, also since the key was noted, is accepted once this is said. */
  mayBeNew: boolean
  /** Every face that was ever logged, and not only the newest of each record. */
  isWhole: boolean
  now: Date
}

export interface VerifiedSite {
  seen: SeenLog
  records: number
  withdrawn: number
  /** Versions that were redacted. */
  redacted: number
  /** The size before, if the same log was seen before. */
  before: number | undefined
  /** What became of the log that was seen before, if it is another one. */
  newLog: string | undefined
  cosigned: Cosigned[]
}

/**
 * Something may be published while the site is read, several processes may differ for a moment, and caches in front may be
 * some seconds behind. So the site is read again after each of these pauses before anything is said to be wrong.
 */
const PAUSES_MS = [2_000, 4_000, 9_000]

/** Throws a `Mismatch` with the first thing that doesn't add up, or `NotComparable`. */
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
          `The site and its log are of different editions, so they cannot be compared now. Something is being published, or a cache in front of the site or the copy of the log on a backup site is behind. At last: ${error.message}`,
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

/**
 * A log with fewer entries than were seen. A backup site only has a copy, which may be behind: it can't tell whether the
 * others still exist, so nothing is verified there, but nothing is lost either as far as one can see.
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

/** After a restore from a backup. It may be accepted. */
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
  const kept = { size: seen.size, root: bytesOfHex(seen.root) }
  const isSame = await hasOnlyGrown(get, { log, before: kept }).catch(() => undefined)
  if (isSame === undefined)
    return `Its first entry says that the log before it had ${before.size} entries. The site no longer has all of them, so they could not be compared.`
  if (!isSame) throw new Mismatch(rewritten)
  return `The log that you have seen is still there, with ${before.size} entries at its end.`
}

/** A key names its log. Nothing is known of that log but its name. */
function endOfGiven({ name }: VerifierKey, first: LogEntry | undefined): string {
  const before = first?.began?.before
  return before !== undefined && before.log === logIdIn(name)
    ? `Its first entry says that the log of the key had ${before.size} entries.`
    : 'Its first entry does not name the log of the key that was given.'
}

function refuseDisorder(entries: readonly LogEntry[]) {
  const [first] = entries
  if (first?.act !== 'began') throw new Mismatch('The first entry of the log does not say that it began.')
  const at = entries.findIndex(({ edition }, index) => edition < (entries[index - 1]?.edition ?? 0))
  if (at !== -1) throw new Mismatch(`Entry ${at} of the log is of an earlier edition than the one before it.`)
}

type CloudOnSite = LoggedFacts['clouds'][number]

interface GlobalOfSite {
  clouds: CloudOnSite[]
  /** A backup site. */
  isTrustDR: boolean
}

async function readGlobal(get: GetBytes): Promise<GlobalOfSite> {
  const bytes = await get(GLOBAL)
  if (bytes === undefined) throw new Mismatch('The site does not say which clouds it has.')
  return jsonIn<GlobalOfSite>(bytes, GLOBAL)
}

/** Whether what the site answers at a path is of another edition than the log, or than this entry of it. */
type IsBehind = (path: string, entry?: LogEntry) => boolean

/**
 * An answer older than the entry, or newer than the log, says nothing about either. A site signs its checkpoint for the
 * edition that it shows. A backup site has a copy, which comes after the edition, so only its entries tell how far it is.
 */
function behindAt(editionAt: SiteToVerify['editionAt'], newestLogged: number | undefined): IsBehind {
  return (path, entry) => {
    const edition = editionAt(path)
    if (edition === undefined || newestLogged === undefined) return false
    return edition > newestLogged || (entry !== undefined && edition < entry.edition)
  }
}

/** In both directions: records on a cloud that the log doesn't know would never be looked at. */
function compareClouds(
  { clouds }: GlobalOfSite,
  facts: LoggedFacts,
  { isBehind }: Pick<Mismatch, 'isBehind'>,
) {
  const named = (list: readonly CloudOnSite[]) =>
    list
      .map(({ id, title, machine_name, domain }) => canonicalJson({ id, title, machine_name, domain }))
      .toSorted()
  if (canonicalJson(named(clouds)) !== canonicalJson(named(facts.clouds)))
    throw new Mismatch('The clouds of the site are not those in the log.', { isBehind })
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
  const asked = isWhole ? entries : [...newest.values(), ...(facts === undefined ? [] : [facts])]
  const faces = new Map<string, LogFace | null>()
  await eachOf(asked, async (entry) => {
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

/** What an entry is about. Null: redacted. */
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

interface ToCompare {
  newest: Map<number, LogEntry>
  faces: Map<string, LogFace | null>
  facts: LoggedFacts
}

type Shown = Readonly<Record<string, unknown>> & { id: number }

async function compareRecords(
  { get, isBehind }: { get: GetBytes; isBehind: IsBehind },
  { newest, faces, facts }: ToCompare,
) {
  const counts = { records: 0, withdrawn: 0 }
  const compared = new Set<number>()

  function compare(shown: Shown, path: string) {
    const { id } = shown
    const entry = newest.get(id)
    const wrong = (sentence: string) => new Mismatch(sentence, { isBehind: isBehind(path, entry) })
    if (entry === undefined) throw wrong(`Record ${id} is on the site, but not in the log.`)
    if (entry.act === 'withdrawn')
      throw wrong(`Record ${id} is on the site, but the log says that it was withdrawn.`)
    const face = faces.get(entry.face ?? '')
    // A site refuses to redact what it still shows, because anything could then be put in its place.
    if (face === null || face === undefined)
      throw wrong(`Record ${id} is on the site, but what the log says about it was redacted.`)
    if (!compared.has(id)) counts.records += 1
    compared.add(id)
    const difference = differenceOf(shown, face, facts)
    if (difference !== undefined)
      throw wrong(
        `Record ${id} doesn't match its log entry of ${entry.time}: "${difference}" was changed without an entry.`,
      )
  }

  /** By list: the records in it. */
  const listed = new Map<string, Set<number>>()
  const lists = facts.clouds.flatMap((cloud) => LISTED_KINDS.map((kind) => listOfCloud(kind, cloud)))
  await eachOf([...lists, ...NOTIFICATIONS.map(listOfType)], async (list) => {
    const ids = new Set<number>()
    for await (const { shown, path } of recordsOf(get, list)) {
      compare(shown, path)
      ids.add(shown.id)
    }
    listed.set(list, ids)
  })
  const live = new Set(facts.clouds.map(({ id }) => id))
  await eachOf([...newest.values()], async (entry) => {
    const { act, record, face: hash } = entry
    const id = record?.id ?? 0
    if (act === 'withdrawn') {
      counts.withdrawn += 1
      return
    }
    const face = faces.get(hash ?? '')
    // Records without a cloud have no page, unless they are for everyone.
    const clouds = (face?.clouds ?? []) as number[]
    const isShown =
      clouds.some((cloud) => live.has(cloud)) || (record?.kind === 'notification' && clouds.length === 0)
    if (face === null)
      throw new Mismatch(
        `Record ${id} was not withdrawn, but what the log says about it was redacted, and it is missing on the site.`,
      )
    if (!isShown) return
    const kind = record?.kind ?? ''
    if (!compared.has(id)) {
      const paths = pathsOf({ id, kind, facts })
      const shown = await firstOf(get, paths)
      if (shown === undefined)
        throw new Mismatch(
          `Record ${id} is in the log and was not withdrawn, but it is missing on the site.`,
          { isBehind: paths.some((path) => isBehind(path, entry)) },
        )
      compare(shown.record, shown.path)
    }
    const own =
      kind === 'notification'
        ? [listOfType(String(face?.notification_type))]
        : facts.clouds.flatMap((cloud) => (clouds.includes(cloud.id) ? listOfCloud(kind, cloud) : []))
    const lacking = own.find((list) => listed.get(list)?.has(id) === false)
    if (lacking !== undefined)
      throw new Mismatch(`Record ${id} is on the site, but missing in the list at ${lacking}.`, {
        isBehind: isBehind(lacking, entry),
      })
  })
  return counts
}

const CHECKPOINT = '/log/checkpoint'
const GLOBAL = '/api/global'
const LISTED_KINDS = ['incident', 'maintenance', 'advisory']
const NOTIFICATIONS = ['url_change_notification', 'cloud_app', 'advisories', 'sub_processor']

function listOfCloud(kind: string, { machine_name }: CloudOnSite): string {
  return `/api/${kind}?cloud=${machine_name}`
}

function listOfType(type: string): string {
  return `/api/notifications?notification_type=${type}`
}

async function* recordsOf(get: GetBytes, list: string): AsyncGenerator<{ shown: Shown; path: string }> {
  for (let page = 0; ; page++) {
    const path = page === 0 ? list : `${list}&page=${page}`
    const bytes = await get(path)
    if (bytes === undefined) throw new Mismatch(`The site has no list at ${list}.`)
    const { records, totalPages } = jsonIn<{ records: Shown[]; totalPages: number }>(bytes, list)
    if (!Array.isArray(records)) throw new Mismatch(`What the site answers at ${list} is not a list.`)
    for (const shown of records) yield { shown, path }
    if (page + 1 >= totalPages) return
  }
}

function pathsOf({ id, kind, facts }: { id: number; kind: string; facts: LoggedFacts }): string[] {
  return kind === 'notification'
    ? facts.clouds.map(({ machine_name }) => `/api/notification/${id}/${machine_name}`)
    : [`/api/posts/${id}`]
}

async function firstOf(
  get: GetBytes,
  paths: readonly string[],
): Promise<{ record: Shown; path: string } | undefined> {
  for (const path of paths) {
    const bytes = await get(path)
    const { data } = bytes === undefined ? { data: null } : jsonIn<{ data: Shown | null }>(bytes, path)
    if (data !== null) return { record: data, path }
  }
  return undefined
}
