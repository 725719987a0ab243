import type { WhereAnswer } from '../../contract/ip-ranges.ts'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { whyNotPublic } from '../../domain/ip-ranges/check-range.ts'
import {
  ADDRESS_BITS,
  type IpPrefix,
  isWithin,
  overlap,
  prefixOf,
  shortText,
} from '../../domain/ip-ranges/ip-prefix.ts'
import { centerState, centerStateWord, gravity } from '../../domain/map/center-state.ts'
import { type Edition, findCloud, type SiteCloud, type SiteDataCenter } from '../edition.ts'
import { changesOfCloud } from '../ip-ranges/changes-of-cloud.ts'
import { type PublishedRange, publishedRanges, rangesOfCloud } from '../ip-ranges/published-ranges.ts'
import { changeId, lastRangeChange } from '../ip-ranges/range-changes.ts'
import { wholeOf } from '../observe.ts'
import type { RecordShelf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { type OpenRecord, openAtCenters } from './open-at-centers.ts'
import { readAddress } from './read-address.ts'

const CHANGES_OF_LATE = 10

export const ipRangesAnswer: Answerer<'/api/ip-ranges'> = ({ edition, deployment }, input) => {
  const { site } = edition
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const byCenter = groupByCenter(rangesOfCloud(site, cloud.machine_name))
  return value({
    public_url: deployment.publicUrl,
    updated_on: lastRangeChange(site.ipRanges)?.toISOString() ?? null,
    regions: cloud.regions
      .map(({ tid, title, dataCenters }) => ({
        tid,
        title,
        data_centers: dataCenters.flatMap((center) => {
          const ranges = byCenter.get(center)
          return ranges === undefined ? [] : { ...centerWithCity(center), ranges: ranges.map(toRange) }
        }),
      }))
      .filter(({ data_centers }) => data_centers.length > 0),
    changes: changesOfCloud(site, cloud.machine_name)
      .slice(0, CHANGES_OF_LATE)
      .map((change) => ({
        id: changeId(change),
        at: change.at.toISOString(),
        data_center: {
          tid: change.dataCenterTid,
          name: site.dataCenters.get(change.dataCenterTid)?.name ?? '',
        },
        added: change.added.map(({ prefix, note }) => ({ prefix, note })),
        removed: change.removed.map(({ prefix, note }) => ({ prefix, note })),
      })),
  })
}

type Looked = ReadAnswer<'/api/ip-lookup'>

export const ipLookupAnswer: Answerer<'/api/ip-lookup'> = ({ edition, now }, { address }) => {
  const read = readAddress(address)
  if (read.kind === 'wrong') return { kind: 'wrong', field: 'address', message: read.message }
  const { prefix, remark } = read
  const centers = centersAround(edition, prefix, (clouds) => openInAllClouds(edition.records, clouds, now))
  return value({
    asked: shortText(prefix),
    family: prefix.family,
    remark: remark ?? null,
    message: messageOf(prefix, centers),
    data_centers: centers,
  })
}

/** The answer to "Where am I?" for a request from `address`; undefined if a proxy hides it. */
export function whereAnswer(
  edition: Edition,
  { address, cloud, now }: { address: string | undefined; cloud: SiteCloud | undefined; now: Date },
): WhereAnswer {
  const read = address === undefined ? undefined : readAddress(address)
  if (read?.kind !== 'read') {
    const message = 'This site is behind a proxy and can’t see your address.'
    return { address: null, message, data_centers: [] }
  }
  const { prefix } = read
  const centers = centersAround(edition, prefix, (clouds) =>
    cloud === undefined
      ? openInAllClouds(edition.records, clouds, now)
      : openInCloud(edition.records, cloud, now),
  )
  return { address: shortText(prefix), message: whereInWords(prefix, centers, cloud), data_centers: centers }
}

function whereInWords(prefix: IpPrefix, centers: Looked['data_centers'], cloud: SiteCloud | undefined) {
  if (centers.length === 0) {
    const reason = whyNotPublic(prefix)
    return reason === undefined
      ? `Your address, ${shortText(prefix)}, is not in our published ranges, so we can’t tell which data center you use.`
      : `This site sees you at ${shortText(prefix)}, which ${reason}, so it can’t tell which data center you use.`
  }
  const isElsewhere = ({ clouds }: Looked['data_centers'][number]) =>
    cloud !== undefined && !clouds.includes(cloud.machine_name)
  const stateWords = (center: Looked['data_centers'][number]) => {
    if (!center.is_active) return 'closed'
    return isElsewhere(center) ? `not part of ${cloud?.domain}` : centerStateWord(center.state)
  }
  const [first, ...others] = centers
  if (first !== undefined && others.length === 0) {
    return `You reach us through ${first.name}, which is ${stateWords(first)}.`
  }
  return `You reach us through ${centers.map((center) => `${center.name} (${stateWords(center)})`).join(' or ')}.`
}

function centersAround(
  { site }: Edition,
  prefix: IpPrefix,
  readOpen: (clouds: Clouds) => Map<number, OpenRecord[]>,
): Looked['data_centers'] {
  const found = groupByCenter(matchRanges(prefix, publishedRanges(site)))
  const openAt = found.size === 0 ? undefined : readOpen(site.clouds)
  return [...found].map(([center, ranges]) => {
    const open = openAt?.get(center.tid) ?? []
    return {
      ...centerWithCity(center),
      region: center.region,
      is_active: center.isActive,
      clouds: [...(ranges[0]?.clouds ?? [])],
      state: centerState(open),
      open,
      ranges: ranges.map(toRange),
    }
  })
}

function messageOf(prefix: IpPrefix, centers: Looked['data_centers']): string {
  const asked = shortText(prefix)
  const [first, ...others] = centers
  if (first !== undefined) {
    const ranges = centers.flatMap((center) => center.ranges.map((range) => prefixOf(range.prefix)))
    // A broad prefix also contains addresses of others.
    const subject = ranges.some((range) => isWithin(prefix, range)) ? asked : `Part of ${asked}`
    return others.length === 0
      ? `${subject} belongs to ${first.name}.`
      : `${subject} belongs to ${centers.length} data centers.`
  }
  const isAddress = asked !== prefix.text
  const reason = whyNotPublic(prefix)
  const words = isAddress ? 'Not one of our addresses' : 'No address in this prefix is ours'
  return reason === undefined ? `${words}.` : `${words}: ${asked} ${reason}.`
}

function groupByCenter(ranges: readonly PublishedRange[]): Map<SiteDataCenter, PublishedRange[]> {
  const groups = new Map<SiteDataCenter, PublishedRange[]>()
  for (const range of ranges) {
    const group = groups.get(range.center)
    if (group === undefined) groups.set(range.center, [range])
    else group.push(range)
  }
  return groups
}

function centerWithCity({ tid, name, city, country }: SiteDataCenter) {
  return { tid, name, city, country }
}

function toRange({ prefix, note, addedOn }: PublishedRange) {
  return { prefix: prefix.text, family: prefix.family, note, added_on: addedOn.toISOString() }
}

/**
 * For an address: the smallest ranges that contain it, which several data centers may share. For a prefix: all ranges
 * that overlap it.
 */
export function matchRanges<T extends { prefix: IpPrefix }>(asked: IpPrefix, ranges: readonly T[]): T[] {
  const isOneAddress = asked.length === ADDRESS_BITS[asked.family]
  if (!isOneAddress) return ranges.filter(({ prefix }) => overlap(prefix, asked))
  const around = ranges.filter(({ prefix }) => isWithin(asked, prefix))
  const smallest = Math.max(...around.map(({ prefix }) => prefix.length))
  return around.filter(({ prefix }) => prefix.length === smallest)
}

interface OpenOfMinute {
  minute: number
  lists: RecordShelf['lists']
  open: Map<number, OpenRecord[]>
}

/** Lookups are unlimited in number and not cached, so their common part is computed once a minute. */
const openByMinute = new WeakMap<object, OpenOfMinute>()

function cachedForAMinute(
  of: object,
  records: RecordShelf,
  now: Date,
  make: () => Map<number, OpenRecord[]>,
): Map<number, OpenRecord[]> {
  const minute = now.getTime()
  const lists = wholeOf(records.lists)
  const before = openByMinute.get(of)
  if (before?.minute === minute && before.lists === lists) return before.open
  const open = make()
  openByMinute.set(of, { minute, lists, open })
  return open
}

type Clouds = readonly SiteCloud[]

function openInCloud(records: RecordShelf, cloud: SiteCloud, now: Date): Map<number, OpenRecord[]> {
  return cachedForAMinute(cloud, records, now, () => openAtCenters(records, cloud, now))
}

/** A record of several clouds is listed once, as it is on the cloud where it is most severe. */
function openInAllClouds(records: RecordShelf, clouds: Clouds, now: Date): Map<number, OpenRecord[]> {
  return cachedForAMinute(clouds, records, now, () => {
    const open = new Map<number, OpenRecord[]>()
    for (const cloud of clouds) {
      for (const [tid, found] of openAtCenters(records, cloud, now)) {
        const there = new Map(open.get(tid)?.map((record) => [record.id, record]))
        for (const record of found) {
          const known = there.get(record.id)
          if (known === undefined || gravestFirst(known, record) > 0) there.set(record.id, record)
        }
        open.set(tid, [...there.values()])
      }
    }
    for (const there of open.values()) there.sort(gravestFirst)
    return open
  })
}

function gravestFirst(a: OpenRecord, b: OpenRecord) {
  return gravity(centerState([b])) - gravity(centerState([a]))
}
