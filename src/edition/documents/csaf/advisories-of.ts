import { advisoryName, CSAF_FOLDER } from '../../../domain/csaf/advisory-name.ts'
import type { Edition } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'

export interface Advisory {
  record: EditionRecord
  trackingId: string
  /** `/csaf/white/2026/sa-2026-0042.json` */
  path: string
  revisions: [Date, ...Date[]]
  released: Date
  updated: Date
}

export function advisoriesOf({ records }: Edition): Advisory[] {
  return [...records.byId.values()]
    .flatMap((record) => advisoryOf(record) ?? [])
    .sort((a, b) => b.updated.getTime() - a.updated.getTime() || b.record.id - a.record.id)
}

export function advisoryOf(record: EditionRecord | undefined): Advisory | undefined {
  if (record?.kind !== 'advisory') return undefined
  const postedOn = record.posted_on ?? record.created_at
  const { trackingId, year, file } = advisoryName({ id: record.id, postedOn })
  const revisions = revisionTimes({ postedOn, publications: record.revisions })
  return {
    record,
    trackingId,
    path: `${CSAF_FOLDER}/${year}/${file}.json`,
    revisions,
    released: postedOn,
    updated: revisions.at(-1) ?? postedOn,
  }
}

export function inFolder({ path }: Advisory): string {
  return path.slice(`${CSAF_FOLDER}/`.length)
}

/**
 * Release times of an advisory, oldest first. The first release is the posting time, which never changes. Publications
 * before it don't count: some records are older than the publication log.
 */
export function revisionTimes({
  postedOn,
  publications,
}: {
  postedOn: Date
  publications: readonly Date[]
}): [Date, ...Date[]] {
  const later = publications.filter((time) => time > postedOn)
  return [postedOn, ...later.toSorted((a, b) => a.getTime() - b.getTime())]
}
