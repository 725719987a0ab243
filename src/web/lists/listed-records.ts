import type { ListGroup, ListResponse, PostRecord } from '../../contract/records.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { distinctNames, shortened } from '../../ui/parts/words.ts'
import { type InternalFields, internalFieldsOf } from '../record/internal-block.tsx'
import { type AdvisoryGlance, advisoryGlance } from './advisory-glance.ts'

/** Without bodies and updates, which would make the page ten times larger. */
export type ListedRecord = Pick<
  PostRecord,
  | 'id'
  | 'title'
  | 'summary'
  | 'status'
  | 'severityId'
  | 'event_type'
  | 'post_type'
  | 'fromTime'
  | 'toTime'
  | 'closed_on'
  | 'posted_on'
  | 'updated_on'
> & {
  severityName: string | undefined
  updateCount: number
  hasPostMortem: boolean
  dataCenters: string
  group?: ListGroup
  advisory?: AdvisoryGlance
  /** L-09: signed-in staff only. */
  internal?: InternalFields
}

export type RecordsListed = Pick<
  ListResponse,
  | 'currentPage'
  | 'totalPages'
  | 'totalRecords'
  | 'statuses'
  | 'topMessage'
  | 'pageType'
  | 'maintenanceSchedule'
  | 'mine'
> & { records: ListedRecord[] }

const DATA_CENTERS_NAMED = 3

export function listedRecords({ categories: _, severity, records, ...list }: ListResponse): RecordsListed {
  return {
    ...list,
    records: records.map((record) => listedRecord(record, severity)),
  }
}

function listedRecord(
  record: ListResponse['records'][number],
  severities: ListResponse['severity'],
): ListedRecord {
  const advisory = advisoryGlance(record)
  return {
    id: record.id,
    title: record.title,
    summary: record.summary,
    status: record.status,
    severityId: record.severityId,
    event_type: record.event_type,
    post_type: record.post_type,
    fromTime: record.fromTime,
    toTime: record.toTime,
    closed_on: record.closed_on,
    posted_on: record.posted_on,
    updated_on: record.updated_on,
    severityName:
      severities.find(({ tid }) => tid === record.severityId)?.name ?? severityName(record.severityId),
    updateCount: record.updates.length,
    hasPostMortem: record.post_mortem !== undefined,
    dataCenters: shortened(distinctNames(record.datacenters), DATA_CENTERS_NAMED),
    ...(record.list_group !== undefined && { group: record.list_group }),
    ...(advisory !== undefined && { advisory }),
    ...internalFieldsOf(record),
  }
}
