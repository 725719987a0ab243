import { differenceOf, type LoggedFacts } from './compare-record.ts'
import { canonicalJson, type LogEntry, type LogFace } from './log-entry.ts'
import { eachOf, type GetBytes, jsonIn, Mismatch } from './read-site-log.ts'

export const GLOBAL = '/api/global'
const LISTED_KINDS = ['incident', 'maintenance', 'advisory']
const NOTIFICATIONS = ['url_change_notification', 'cloud_app', 'advisories', 'sub_processor']

type CloudOnSite = LoggedFacts['clouds'][number]

export interface GlobalOfSite {
  clouds: CloudOnSite[]
  /** A backup site. */
  isTrustDR: boolean
}

export async function readGlobal(get: GetBytes): Promise<GlobalOfSite> {
  const bytes = await get(GLOBAL)
  if (bytes === undefined) throw new Mismatch('The site does not say which clouds it has.')
  return jsonIn<GlobalOfSite>(bytes, GLOBAL)
}

/**
 * Whether the site's answer at a path belongs to another edition than the log or, if given, than this
 * entry.
 */
export type IsBehind = (path: string, entry?: LogEntry) => boolean

/** In both directions: records on a cloud that the log doesn't know would never be looked at. */
export function compareClouds(
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

interface ToCompare {
  newest: Map<number, LogEntry>
  faces: Map<string, LogFace | null>
  facts: LoggedFacts
}

type Shown = Readonly<Record<string, unknown>> & { id: number }

export async function compareRecords(
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
    if (!Array.isArray(records)) throw new Mismatch(`The answer at ${list} is not a list.`)
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
