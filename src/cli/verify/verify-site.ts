import { hexOf, readVerifierKey, type VerifierKey, verifierKeyText } from '../../domain/log/checkpoint.ts'
import { type FaceDocument, type LogEntry, type LogFace, saltedFace } from '../../domain/log/log-entry.ts'
import { differenceOf, type LoggedFacts } from './compare-record.ts'
import {
  eachOf,
  type GetBytes,
  Mismatch,
  type ReadCheckpoint,
  readKey,
  readSignedCheckpoint,
  readWholeLog,
  sha256,
} from './read-site-log.ts'

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
  /** As `/log/key` has it. Absent: the one seen before, else the one that the site names. */
  key?: string | undefined
  seen?: SeenLog | undefined
  /** A log that began because of a restore is accepted once this is said. */
  mayBeNew: boolean
  /** Every face that was ever logged, and not only the newest of each record. */
  isWhole: boolean
  now: Date
}

export interface VerifiedSite {
  seen: SeenLog
  records: number
  withdrawn: number
  /** Records whose newest face was redacted, so that it can't be compared. */
  redacted: number
  /** The size before, if the site was seen before. */
  before: number | undefined
}

/** Something may be published while the site is read. Then it is read once more. */
const TRIES = 3

/** Throws a `Mismatch` with the first thing that doesn't add up. */
export async function verifySite(site: SiteToVerify): Promise<VerifiedSite> {
  const key = await keyOf(site)
  for (let tries = 1; ; tries++) {
    const checkpoint = await readSignedCheckpoint(site.get, key)
    try {
      return await verifyAt(site, key, checkpoint)
    } catch (error) {
      if (!(error instanceof Mismatch) || tries >= TRIES) throw error
      const { size, origin } = await readSignedCheckpoint(site.get, key)
      if (size === checkpoint.size && origin === checkpoint.origin) throw error
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
    throw new Mismatch(`The key of the log is another one than ${given === undefined ? 'before' : 'given'}.`)
  return pinned
}

async function verifyAt(
  { get, seen, mayBeNew, isWhole, now }: SiteToVerify,
  key: VerifierKey,
  checkpoint: ReadCheckpoint,
): Promise<VerifiedSite> {
  const before = seen === undefined || mayBeNew ? undefined : seen
  if (before !== undefined && before.origin !== checkpoint.origin)
    throw new Mismatch(
      `A new log has begun: it was ${before.origin} with ${before.size} entries on ${before.seen_at}, and is ${checkpoint.origin} now. Its first entry says why. If that is right, accept it with --accept-new-log.`,
    )
  if (before !== undefined && before.size > checkpoint.size)
    throw new Mismatch(
      `The log has lost entries: it had ${before.size} on ${before.seen_at}, and has ${checkpoint.size} now.`,
    )
  const { entries, rootAt } = await readWholeLog(get, checkpoint)
  if (before !== undefined && hexOf(rootAt(before.size)) !== before.root)
    throw new Mismatch(
      `The first ${before.size} entries of the log are not those of ${before.seen_at} any more.`,
    )
  refuseDisorder(entries)

  const newest = newestByRecord(entries)
  const faces = await readFaces(get, { entries, newest, isWhole })
  const factsEntry = entries.findLast(({ act }) => act === 'facts')
  const facts = faces.get(factsEntry?.face ?? '') as unknown as LoggedFacts | undefined
  if (facts === undefined) throw new Mismatch('The log does not say which clouds and services the site has.')
  const counts = await compareRecords(get, { newest, faces, facts })
  return {
    seen: {
      key: verifierKeyText(key),
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: hexOf(checkpoint.root),
      seen_at: now.toISOString(),
    },
    ...counts,
    before: before?.size,
  }
}

function refuseDisorder(entries: readonly LogEntry[]) {
  const [first] = entries
  if (first?.act !== 'began') throw new Mismatch('The first entry of the log does not say that it began.')
  const at = entries.findIndex(({ edition }, index) => edition < (entries[index - 1]?.edition ?? 0))
  if (at !== -1) throw new Mismatch(`Entry ${at} of the log is of an earlier edition than the one before it.`)
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
  }: { entries: readonly LogEntry[]; newest: Map<number, LogEntry>; isWhole: boolean },
): Promise<Map<string, LogFace | null>> {
  const redacted = new Set(entries.flatMap(({ redacted }) => redacted?.face ?? []))
  const facts = entries.findLast(({ act }) => act === 'facts')
  const asked = isWhole ? entries : [...newest.values(), ...(facts === undefined ? [] : [facts])]
  const faces = new Map<string, LogFace | null>()
  await eachOf(asked, async ({ face: hash, record }) => {
    if (hash === undefined) return
    const what = record === undefined ? 'the facts of the site' : `record ${record.id}`
    const bytes = await get(`/log/faces/${hash}`)
    if (bytes === undefined)
      throw new Mismatch(`What the log says about ${what} is missing: /log/faces/${hash}.`)
    const document = JSON.parse(new TextDecoder().decode(bytes)) as FaceDocument
    if ('redacted' in document) {
      if (!redacted.has(hash))
        throw new Mismatch(`What the log says about ${what} was redacted, but no entry of the log says so.`)
      faces.set(hash, null)
      return
    }
    if (hexOf(sha256(saltedFace(document.salt, document.face))) !== hash)
      throw new Mismatch(`What /log/faces/${hash} says about ${what} is not what was logged.`)
    faces.set(hash, document.face)
  })
  return faces
}

interface ToCompare {
  newest: Map<number, LogEntry>
  faces: Map<string, LogFace | null>
  facts: LoggedFacts
}

type Shown = Readonly<Record<string, unknown>> & { id: number }

async function compareRecords(get: GetBytes, { newest, faces, facts }: ToCompare) {
  const counts = { records: 0, withdrawn: 0, redacted: 0 }
  const compared = new Set<number>()

  function compare(shown: Shown) {
    const { id } = shown
    const entry = newest.get(id)
    if (entry === undefined) throw new Mismatch(`Record ${id} is on the site, but not in the log.`)
    if (entry.act === 'withdrawn')
      throw new Mismatch(`Record ${id} is on the site, but the log says that it was withdrawn.`)
    const face = faces.get(entry.face ?? '')
    if (!compared.has(id)) counts[face === null ? 'redacted' : 'records'] += 1
    compared.add(id)
    if (face === null || face === undefined) return
    const difference = differenceOf(shown, face, facts)
    if (difference !== undefined)
      throw new Mismatch(
        `Record ${id} is not as the log has it since ${entry.time}: its "${difference}" was changed without an entry.`,
      )
  }

  const lists = facts.clouds.flatMap(({ machine_name }) =>
    LISTS.map((list) => `${list}cloud=${machine_name}`),
  )
  const notifications = NOTIFICATIONS.map((type) => `/api/notifications?notification_type=${type}`)
  await eachOf([...lists, ...notifications], async (list) => {
    for await (const shown of recordsOf(get, list)) compare(shown)
  })
  const live = new Set(facts.clouds.map(({ id }) => id))
  await eachOf([...newest.values()], async ({ act, record, face: hash }) => {
    const id = record?.id ?? 0
    if (act === 'withdrawn') counts.withdrawn += 1
    if (act === 'withdrawn' || compared.has(id)) return
    const face = faces.get(hash ?? '')
    // Records without a cloud have no page, unless they are for everyone.
    const clouds = (face?.clouds ?? []) as number[]
    const isShown =
      clouds.some((cloud) => live.has(cloud)) || (record?.kind === 'notification' && clouds.length === 0)
    if (face === null || !isShown) return
    const shown = await recordAt(get, { id, kind: record?.kind ?? '', facts })
    if (shown === undefined)
      throw new Mismatch(`Record ${id} is in the log and was not withdrawn, but it is missing on the site.`)
    compare(shown)
  })
  return counts
}

const LISTS = ['/api/incident?', '/api/maintenance?', '/api/advisory?']
const NOTIFICATIONS = ['url_change_notification', 'cloud_app', 'advisories', 'sub_processor']

async function* recordsOf(get: GetBytes, list: string): AsyncGenerator<Shown> {
  for (let page = 0; ; page++) {
    const bytes = await get(page === 0 ? list : `${list}&page=${page}`)
    if (bytes === undefined) throw new Mismatch(`The site has no list at ${list}.`)
    const { records, totalPages } = JSON.parse(new TextDecoder().decode(bytes)) as {
      records: Shown[]
      totalPages: number
    }
    yield* records
    if (page + 1 >= totalPages) return
  }
}

async function recordAt(
  get: GetBytes,
  { id, kind, facts }: { id: number; kind: string; facts: LoggedFacts },
): Promise<Shown | undefined> {
  const paths =
    kind === 'notification'
      ? facts.clouds.map(({ machine_name }) => `/api/notification/${id}/${machine_name}`)
      : [`/api/posts/${id}`]
  for (const path of paths) {
    const bytes = await get(path)
    const { data } = bytes === undefined ? { data: null } : JSON.parse(new TextDecoder().decode(bytes))
    if (data !== null) return data as Shown
  }
  return undefined
}
