import type { ListQuery } from '../../domain/list-query.ts'
import type { RecordKind } from '../../domain/record.ts'
import { counted } from '../../ui/parts/words.ts'
import type { RecordsListed } from './listed-records.ts'

export const NOUNS: Record<RecordKind, readonly [one: string, many: string]> = {
  incident: ['incident', 'incidents'],
  maintenance: ['maintenance notice', 'maintenance notices'],
  advisory: ['advisory', 'advisories'],
  notification: ['notification', 'notifications'],
}

const ORDERS: Partial<Record<RecordKind, string>> = { maintenance: 'current and upcoming first' }

export function listLead(list: RecordsListed, { page }: ListQuery, kind: RecordKind): string {
  const { totalRecords, totalPages, records } = list
  const [one, many] = NOUNS[kind]
  if (totalRecords === 0) return `No ${many}`
  if (records.length === 0) return `There ${areOnly(totalPages)}.`
  const order = totalRecords === 1 ? '' : `, ${ORDERS[kind] ?? 'newest first'}`
  const place = totalPages < 2 ? '' : `, page\u00a0${page + 1}\u00a0of\u00a0${totalPages}`
  return `${counted(totalRecords, one, many)}${order}${place}`
}

function areOnly(pages: number) {
  return pages === 1 ? 'is only 1 page' : `are only ${pages} pages`
}
