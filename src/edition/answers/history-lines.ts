import type { RecordChangeLine } from '../../contract/records.ts'
import { historyOf, type PlaceNames } from '../../domain/record-changes.ts'
import type { Site, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { dataCentersOf, servicesOf } from '../record-reach.ts'

/** Oldest first. On a cloud, only places of that cloud. */
export function historyLines(
  site: Site,
  {
    kind,
    changes,
    removedUpdates,
    postMortem = null,
  }: Pick<EditionRecord, 'kind' | 'changes' | 'removedUpdates'> & Partial<Pick<EditionRecord, 'postMortem'>>,
  cloud: SiteCloud | undefined,
): RecordChangeLine[] {
  if (changes.length === 0 && removedUpdates.length === 0 && postMortem === null) return []
  return historyOf({ kind, changes, removedUpdates, postMortem }, namesOn(site, cloud))
}

function namesOn(site: Site, cloud: SiteCloud | undefined): PlaceNames {
  const severities = new Map(site.severities.map(({ tid, name }) => [tid, name]))
  const isHere = (places: readonly { tid: number }[]) => {
    const tids = new Set(places.map(({ tid }) => tid))
    return (tid: number) => tids.has(tid)
  }
  const hasService = cloud === undefined ? () => true : isHere(servicesOf(cloud))
  const hasCenter = cloud === undefined ? () => true : isHere(dataCentersOf(cloud))
  return {
    service: (tid) => (hasService(tid) ? site.services.get(tid)?.name : undefined),
    dataCenter: (tid) => (hasCenter(tid) ? site.dataCenters.get(tid)?.name : undefined),
    severity: (tid) => severities.get(tid),
  }
}
