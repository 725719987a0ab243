import { Type } from 'typebox'
import { CloudName, Moment, OptionalMoment } from '../../../contract/common.ts'
import { csvLine } from '../../../domain/csv-cell.ts'
import type { IpFamily } from '../../../domain/ip-ranges/ip-prefix.ts'
import {
  CHANGE_FORMATS,
  type ChangeFormat,
  RANGE_FORMATS,
  type RangeFormat,
  rangeChangesFile,
  rangesFile,
} from '../../../domain/ip-ranges/ip-ranges-query.ts'
import { type Edition, findCloud } from '../../edition.ts'
import { FEED_CONTENT_TYPES } from '../../feeds/write-feed.ts'
import { type PublishedRange, rangesOfCloud } from '../../ip-ranges/published-ranges.ts'
import { lastRangeChange } from '../../ip-ranges/range-changes.ts'
import type { AddressAsked, DocumentFamily, DocumentRoute } from '../document.ts'
import { writeRangeChanges } from './write-range-changes.ts'

interface RangesWish {
  cloud: string | undefined
  family: IpFamily | undefined
}

function writeRanges(format: RangeFormat, edition: Edition, { cloud, family }: RangesWish): string {
  const ranges = rangesOfCloud(edition.site, cloud).filter(
    ({ prefix }) => family === undefined || prefix.family === family,
  )
  switch (format) {
    case 'json':
      return asJson(edition, ranges)
    case 'csv':
      return [HEADER, ...ranges.map(toCells)].map(csvLine).join('')
    case 'txt':
      // Prefixes only, so that firewalls can import the file. A prefix shared by data centers is listed once.
      return [...new Set(ranges.map(({ prefix }) => prefix.text))].map((text) => `${text}\n`).join('')
  }
}

/** One range per line, so that any diff tool can compare versions. */
function asJson({ site, siteNumber }: Edition, ranges: readonly PublishedRange[]): string {
  const head = { published_at: lastRangeChange(site.ipRanges)?.toISOString() ?? null, serial: siteNumber }
  const lines = ranges.map((range) => JSON.stringify(toJson(range)))
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`
  return `${JSON.stringify(head).slice(0, -1)},"ranges":${list}}\n`
}

function toJson({ prefix, center, clouds, note, addedOn }: PublishedRange) {
  const { tid, name, city, country, region } = center
  return {
    prefix: prefix.text,
    family: prefix.family,
    data_center: { tid, name, city, country, region },
    clouds,
    note,
    added_on: addedOn.toISOString(),
  }
}

const HEADER = [
  'prefix',
  'family',
  'data_center_tid',
  'data_center',
  'city',
  'country',
  'region',
  'clouds',
  'note',
  'added_on',
]

function toCells({ prefix, center, clouds, note, addedOn }: PublishedRange): string[] {
  return [
    prefix.text,
    String(prefix.family),
    String(center.tid),
    center.name,
    center.city,
    center.country,
    center.region,
    clouds.join(' '),
    note,
    addedOn.toISOString(),
  ]
}

const FAMILIES = ['4', '6'] as const
type Family = (typeof FAMILIES)[number]

const TYPES: Record<RangeFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  txt: 'text/plain; charset=utf-8',
}

const SUMMARIES: Record<RangeFormat, string> = {
  json: 'Addresses that data center traffic comes from',
  csv: 'The same as a table',
  txt: 'The same for firewalls: one prefix per line, without duplicates, and nothing else',
}

const FEED_NAMES: Record<ChangeFormat, string> = { rss: 'as RSS', atom: 'as Atom', json: 'as JSON Feed' }

const RangesAnswer = Type.Object({
  published_at: Type.Union(OptionalMoment.anyOf, { description: 'when a range was last added or removed' }),
  serial: Type.Integer({ description: 'increases with every change' }),
  ranges: Type.Array(
    Type.Object({
      prefix: Type.String(),
      family: Type.Union([Type.Literal(4), Type.Literal(6)]),
      data_center: Type.Object({
        tid: Type.Integer(),
        name: Type.String(),
        city: Type.String(),
        country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
        region: Type.String(),
      }),
      clouds: Type.Array(Type.String(), { description: 'machine names of the clouds that run there' }),
      note: Type.String(),
      added_on: Moment,
    }),
  ),
})

export const ipRangesFamily: DocumentFamily = {
  tag: 'IP ranges',
  routes: [...RANGE_FORMATS.map(rangesRoute), ...CHANGE_FORMATS.map(changesRoute)],
}

function rangesRoute(format: RangeFormat): DocumentRoute {
  return {
    path: rangesFile(format),
    summary: SUMMARIES[format],
    type: TYPES[format],
    query: Type.Object({
      cloud: Type.Optional(CloudName),
      family: Type.Optional(Type.Enum(FAMILIES, { description: 'only IPv4 or only IPv6' })),
    }),
    ...(format === 'json' && { answer: RangesAnswer }),
    find(edition, { cloud, family }) {
      if (!isKnownCloud(edition, cloud) || !isFamily(family)) return undefined
      return {
        address: rangesFile(format, { cloud, family }),
        ...(cloud !== undefined && { cloud }),
        write: (view) => ({
          body: writeRanges(format, view.edition, {
            cloud,
            family: family === undefined ? undefined : family === '4' ? 4 : 6,
          }),
        }),
      }
    },
    addresses: (edition) =>
      [undefined, ...machineNames(edition)].flatMap((cloud) =>
        [undefined, ...FAMILIES].map((family) => rangesFile(format, { cloud, family })),
      ),
  }
}

function changesRoute(format: ChangeFormat): DocumentRoute {
  return {
    path: rangeChangesFile(format),
    summary: `IP ranges added or removed, ${FEED_NAMES[format]}`,
    type: FEED_CONTENT_TYPES[format],
    query: Type.Object({ cloud: Type.Optional(CloudName) }),
    find(edition, { cloud }) {
      if (!isKnownCloud(edition, cloud)) return undefined
      return {
        address: rangeChangesFile(format, cloud),
        ...(cloud !== undefined && { cloud }),
        write: (view) =>
          writeRangeChanges(format, view, cloud === undefined ? undefined : findCloud(view.edition, cloud)),
      }
    },
    addresses: (edition) =>
      [undefined, ...machineNames(edition)].map((cloud) => rangeChangesFile(format, cloud)),
  }
}

function isKnownCloud(edition: Edition, cloud: AddressAsked[string]): boolean {
  return cloud === undefined || findCloud(edition, cloud) !== undefined
}

function isFamily(family: AddressAsked[string]): family is Family | undefined {
  return family === undefined || (FAMILIES as readonly string[]).includes(family)
}

function machineNames({ site }: Edition): string[] {
  return site.clouds.map(({ machine_name }) => machine_name)
}
