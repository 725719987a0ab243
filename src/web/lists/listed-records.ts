import type { ListResponse, PostRecord } from '../../contract/records.ts'
import { severityName } from '../parts/severity-name.ts'
import { distinctNames, shortened } from '../parts/words.ts'
import { type InternalFields, internalFieldsOf } from '../record/internal-block.tsx'

/** What a list shows of a record. Bodies and updates are for its own page, and would fill this one ten times over. */
export type ListedRecord = Pick<
  PostRecord,
  | 'id'
  | 'title'
  | 'summary'
  | 'status'
  | 'severityId'
  | 'post_type'
  | 'fromTime'
  | 'toTime'
  | 'closed_on'
  | 'posted_on'
> & {
  severityName: string | undefined
  updateCount: number
  /** The first few by name. */
  dataCenters: string
  /** L-09: for signed-in staff only. */
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
> & { records: ListedRecord[] }

const DATA_CENTERS_NAMED = 3

export function listedRecords({ categories: _, severity, records, ...list }: ListResponse): RecordsListed {
  return {
    ...list,
    records: records.map((record) => ({
      id: record.id,
      title: record.title,
      summary: record.summary,
      status: record.status,
      severityId: record.severityId,
      post_type: record.post_type,
      fromTime: record.fromTime,
      toTime: record.toTime,
      closed_on: record.closed_on,
      posted_on: record.posted_on,
      severityName:
        severity.find(({ tid }) => tid === record.severityId)?.name ?? severityName(record.severityId),
      updateCount: record.updates.length,
      dataCenters: shortened(distinctNames(record.datacenters), DATA_CENTERS_NAMED),
      ...internalFieldsOf(record),
    })),
  }
}
