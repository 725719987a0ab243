import { PERSONAL_READS } from '../../accounts/personalize.ts'
import { publicReads, type ReadInput, type ReadPath } from '../../contract/public-reads.ts'
import type { ListResponse } from '../../contract/records.ts'
import { formatChosen, parseChosen } from '../../domain/chosen-places.ts'
import { LAST_ID } from '../../domain/whole-number.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { unknownCloud, unknownRegion } from '../../edition/answers/answer-outcome.ts'
import { filtersOfList } from '../../edition/answers/calendar-answer.ts'
import { type Edition, findCloud, isRegion } from '../../edition/edition.ts'
import { incidentsByQuarter } from '../../edition/informing.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { findPlace } from '../../edition/place-history.ts'
import { recordsOfCloud, withdrawalNote } from '../../edition/record-shelf.ts'
import type { AppContext } from '../context.ts'
import { PUBLIC_CACHE, sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'
import { hasManyFilters } from './canonical-address.ts'
import { minuteOf, readAnswer, VERSIONS_PATH, valueAnswered, versionsFor } from './read-answer.ts'

/**
 * Open pages poll these to learn of a new edition or a lost database. Caches in front don't learn of the
 * latter.
 */
const HAS_FRESHNESS: ReadonlySet<ReadPath> = new Set(['/api/edition', '/api/global'])

export const OF_ONE_READER: ReadonlySet<ReadPath> = new Set([
  '/api/ip-lookup',
  '/api/search',
  '/api/follow/choice',
])

export interface ReadAsked<P extends ReadPath = ReadPath> {
  path: P
  input: ReadInput<P>
  key: string
}

/** Invalid reads are refused here, before they wait in the queue. */
export function knownRead(edition: Edition, asked: ReadAsked, now: Date): ReadAsked {
  const input = { ...asked.input } as ReadParameters
  const cloud = input.cloud === undefined ? undefined : findCloud(edition, input.cloud)
  if (input.cloud !== undefined && cloud === undefined)
    throw new Fault('not-found', unknownCloud(input.cloud))
  switch (asked.path) {
    case '/api/posts/:id':
      if (!isRecordOf(edition, input.id, { isNotification: false })) input.id = LAST_ID
      break
    case '/api/notification/:id/:cloud':
      if (!isRecordOf(edition, input.id, { isNotification: true })) input.id = LAST_ID
      break
    case '/api/posts/:id/versions':
      if (
        input.id !== undefined &&
        !edition.records.byId.has(input.id) &&
        !edition.records.notes.has(input.id)
      )
        input.id = LAST_ID
      break
    case '/api/place': {
      // Unknown names are unlimited in number, and an ID is another name of the same place.
      const { kind, name } = asked.input as ReadInput<'/api/place'>
      input.name = (cloud && findPlace(cloud, kind, name))?.slug ?? ''
      break
    }
    case '/api/verdict':
    case '/api/calendar':
      if (input.mine !== undefined) input.mine = formatChosen(parseChosen(input.mine))
      break
    case '/api/how-we-inform':
      if (cloud === undefined || !incidentsByQuarter(edition, cloud).has(input.quarter ?? ''))
        delete input.quarter
      break
    case '/api/threats':
      if (!isRegion(edition.site, input.region)) throw new Fault('not-found', unknownRegion(input.region))
      break
    case '/api/notifications':
      narrowToKnown(edition, input)
      if (input.mine !== undefined) input.mine = formatChosen(parseChosen(input.mine))
      break
    case '/api/incident':
    case '/api/maintenance':
    case '/api/advisory':
      narrowToKnown(edition, input)
      if (input.mine !== undefined) input.mine = formatChosen(parseChosen(input.mine))
      if (cloud !== undefined && input.date !== undefined) {
        const records = recordsOfCloud(edition.records, KIND_OF_READ[asked.path], cloud.id)
        const { calendar } = filtersOfList(edition, { records, cloud, now })
        const isKnown = calendar !== undefined && input.date >= calendar.first && input.date <= calendar.last
        if (!isKnown) input.date = LAST_DAY
      }
      break
    default:
      return asked
  }
  return readAsked(asked.path, input)
}

const KIND_OF_READ = {
  '/api/incident': 'incident',
  '/api/maintenance': 'maintenance',
  '/api/advisory': 'advisory',
} as const

/** Represents every day outside the calendar, as `LAST_ID` represents every unknown number. */
const LAST_DAY = '9999-12-31'

type ReadParameters = Record<string, unknown> & {
  cloud?: string
  id?: number
  region?: number
  name?: string
  quarter?: string
  category?: number
  date?: string
  datacenter?: number[]
  mine?: string
}

function isRecordOf(
  { records }: Edition,
  id: number | undefined,
  { isNotification }: { isNotification: boolean },
) {
  const record = id === undefined ? undefined : records.byId.get(id)
  const isShown = record !== undefined && (record.kind === 'notification') === isNotification
  return isShown || withdrawalNote(records, id, { isNotification }) !== undefined
}

function narrowToKnown({ site }: Edition, input: ReadParameters) {
  const { category, datacenter } = input
  if (category !== undefined && site.statuses.every(({ id }) => id !== category)) input.category = LAST_ID
  if (datacenter === undefined) return
  const known = datacenter.filter((tid) => site.dataCenters.has(tid))
  input.datacenter = known.length === 0 && datacenter.length > 0 ? [LAST_ID] : known
}

export async function makeRead(
  context: Pick<AppContext, 'config' | 'log' | 'past'>,
  held: ObservedHeld,
  { path, input, key }: ReadAsked,
  now: Date,
): Promise<Computed> {
  const { config } = context
  const versions = await versionsFor(context, held, { path, input })
  const { outcome, expiresAt } = readAnswer(held, config, { path, input, minute: minuteOf(now), versions })
  const value = valueAnswered(outcome)
  const { cloud, id } = input as { cloud?: string; id?: number }
  const isOfOneReader = isReadOfOneReader({ path, input, key })
  const answer = await makeAnswer({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Personal answers never come from here, and browsers don't send cookies with open CORS requests.
      ...OPEN_TO_ALL,
      ...(isOfOneReader && { 'cache-control': PUBLIC_CACHE }),
      // Signed-in users see more, so a cache must not give them the public answer.
      ...(PERSONAL_READS.has(path) && { vary: 'Accept-Encoding, Cookie' }),
    },
    body: JSON.stringify(value),
    expiresAt,
    before: held.answers.lastMade(key)?.answer,
  })
  const headersIn = sharedIn(config, {
    isTurning: expiresAt !== undefined || HAS_FRESHNESS.has(path),
    isOfHolder: true,
    // For pages that read `/api/global`, an old answer is better than none.
    hasContact: path === '/api/edition',
    cloud,
    record: id,
    hasVersions: path === VERSIONS_PATH,
  })
  return {
    answer,
    key: isOfOneReader || isPastTheEnd(value) ? undefined : key,
    headersIn: isOfOneReader ? undefined : headersIn,
  }
}

export function isReadOfOneReader({ path, input, key }: ReadAsked): boolean {
  const { mine } = input as { mine?: string }
  return OF_ONE_READER.has(path) || mine !== undefined || hasManyFilters(key)
}

/** Page numbers are unlimited, and the answer repeats the number in the request. */
function isPastTheEnd(value: object) {
  const { records, currentPage } = value as Partial<ListResponse>
  return records?.length === 0 && currentPage !== undefined && currentPage > 0
}

export function readAsked<P extends ReadPath>(path: P, given: Record<string, unknown>): ReadAsked<P> {
  const { params, query } = publicReads[path]
  const input: Record<string, unknown> = {}
  for (const name of [...Object.keys(params.properties), ...Object.keys(query.properties)]) {
    if (given[name] !== undefined) input[name] = canonicalValue(given[name])
  }
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const search = new URLSearchParams(
    Object.keys(query.properties).flatMap((name) =>
      [input[name] ?? []].flat().map((value) => [name, String(value)]),
    ),
  )
  return { path, input: input as ReadInput<P>, key: search.size === 0 ? address : `${address}?${search}` }
}

function canonicalValue(value: unknown) {
  return Array.isArray(value) ? [...new Set(value as number[])].sort((a, b) => a - b) : value
}
