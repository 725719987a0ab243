import { csvLine } from '../../../domain/csv-cell.ts'
import type { IpFamily } from '../../../domain/ip-ranges/ip-prefix.ts'
import type { RangeFormat } from '../../../domain/ip-ranges/ip-ranges-query.ts'
import type { Edition } from '../../edition.ts'
import { type PublishedRange, rangesOfCloud } from '../../ip-ranges/published-ranges.ts'
import { lastRangeChange } from '../../ip-ranges/range-changes.ts'

export interface RangesWish {
  cloud: string | undefined
  family: IpFamily | undefined
}

export function writeRanges(format: RangeFormat, edition: Edition, { cloud, family }: RangesWish): string {
  const ranges = rangesOfCloud(edition.site, cloud).filter(
    ({ prefix }) => family === undefined || prefix.family === family,
  )
  switch (format) {
    case 'json':
      return asJson(edition, ranges)
    case 'csv':
      return [HEADER, ...ranges.map(toCells)].map(csvLine).join('')
    case 'txt':
      // Nothing but prefixes: firewalls take the file as it is. Data centers that share one do not list it twice.
      return [...new Set(ranges.map(({ prefix }) => prefix.text))].map((text) => `${text}\n`).join('')
  }
}

/** A range on each line, so that two versions are compared by any tool. */
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
