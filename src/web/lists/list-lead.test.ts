import { expect, test } from 'vitest'
import { WHOLE_LIST } from '../../domain/list-query.ts'
import { listLead } from './list-lead.ts'
import type { ListedRecord, RecordsListed } from './listed-records.ts'

const LIST: RecordsListed = {
  records: [{ id: 7 } as ListedRecord],
  currentPage: 0,
  totalPages: 1,
  totalRecords: 3,
  statuses: [],
  topMessage: '',
  pageType: 'Incidents',
}

test('a list says how many records it has, and in which order', () => {
  expect(leadOf(LIST)).toBe('3 incidents, newest first')
})

test('a single record has no order', () => {
  expect(leadOf({ ...LIST, totalRecords: 1 })).toBe('1 incident')
})

test('one of several pages says which one it is', () => {
  const lead = leadOf({ ...LIST, totalRecords: 1470, totalPages: 74 }, 1)
  expect(lead).toBe('1,470 incidents, newest first, page 2 of 74')
})

test('a page past the end says how many pages there are', () => {
  const beyond = { ...LIST, records: [], totalPages: 8 }
  expect(leadOf(beyond, 98)).toBe('There are only 8 pages.')
  expect(leadOf({ ...beyond, totalPages: 1 }, 98)).toBe('There is only 1 page.')
})

test('an empty list does not mention pages', () => {
  expect(leadOf({ ...LIST, records: [], totalRecords: 0, totalPages: 0 }, 98)).toBe('No incidents')
})

function leadOf(list: RecordsListed, page = 0) {
  return listLead(list, { ...WHOLE_LIST, page }, 'incident').replaceAll('\u00a0', ' ')
}
