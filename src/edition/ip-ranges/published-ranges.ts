import { byAddress, type IpPrefix, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import type { Site, SiteDataCenter } from '../edition.ts'

export interface PublishedRange {
  prefix: IpPrefix
  note: string
  addedOn: Date
  center: SiteDataCenter
  /** Machine names of the clouds that run in its data center. */
  clouds: readonly string[]
}

interface CachedRanges {
  dataCenters: Site['dataCenters']
  clouds: Site['clouds']
  ranges: readonly PublishedRange[]
}

const cached = new WeakMap<Site['ipRanges'], CachedRanges>()

/** Sorted by family, address, size and data center, so that two lists differ only where something changed. */
export function publishedRanges(site: Site): readonly PublishedRange[] {
  const { ipRanges, dataCenters, clouds: ofSite } = site
  const before = cached.get(ipRanges)
  if (before?.dataCenters === dataCenters && before.clouds === ofSite) return before.ranges
  const clouds = cloudsByCenter(site)
  const ranges = ipRanges
    .filter(({ removedOn }) => removedOn === null)
    .flatMap(({ dataCenterTid, prefix, note, addedOn }) => {
      const center = dataCenters.get(dataCenterTid)
      if (center === undefined) return []
      return { prefix: prefixOf(prefix), note, addedOn, center, clouds: clouds.get(dataCenterTid) ?? [] }
    })
    .sort((a, b) => byAddress(a.prefix, b.prefix) || a.center.tid - b.center.tid)
  cached.set(ipRanges, { dataCenters, clouds: ofSite, ranges })
  return ranges
}

export function rangesOfCloud(site: Site, machineName: string | undefined): readonly PublishedRange[] {
  const ranges = publishedRanges(site)
  return machineName === undefined ? ranges : ranges.filter(({ clouds }) => clouds.includes(machineName))
}

export function cloudsByCenter({ clouds }: Site): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { machine_name, regions } of clouds) {
    for (const { tid } of regions.flatMap(({ dataCenters }) => dataCenters)) {
      found.set(tid, [...(found.get(tid) ?? []), machine_name].sort())
    }
  }
  return found
}
