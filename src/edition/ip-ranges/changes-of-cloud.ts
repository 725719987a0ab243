import { byAddress, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import type { Site, SiteIpRange } from '../edition.ts'
import { cloudsByCenter } from './published-ranges.ts'
import { type RangeChange, rangeChanges } from './range-changes.ts'

export function changesOfCloud(site: Site, machineName: string | undefined): RangeChange<SiteIpRange>[] {
  const clouds = cloudsByCenter(site)
  const isOfCloud = ({ dataCenterTid }: SiteIpRange) =>
    machineName === undefined || clouds.get(dataCenterTid)?.includes(machineName) === true
  return rangeChanges(site.ipRanges.filter(isOfCloud)).map((change) => ({
    ...change,
    added: inOrder(change.added),
    removed: inOrder(change.removed),
  }))
}

function inOrder(ranges: readonly SiteIpRange[]): SiteIpRange[] {
  return ranges.toSorted((a, b) => byAddress(prefixOf(a.prefix), prefixOf(b.prefix)))
}
