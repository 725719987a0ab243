import { expect, test } from 'vitest'
import { plainRecord } from '../../tests/support/plain-record.ts'
import type { PublishedRecord } from '../db/published-records.ts'
import { editionRecord } from './edition-record.ts'

const {
  clouds,
  services,
  dataCenters,
  placeStates,
  updates,
  revisions,
  changes,
  removedUpdates,
  postMortem,
  notices,
  toldIn,
  rewrites,
  ...row
} = plainRecord({ clouds: [1] })
const links = { clouds, services, dataCenters, placeStates }
const beside = {
  ...links,
  updates,
  revisions,
  changes,
  removedUpdates,
  postMortem,
  notices,
  toldIn,
  rewrites,
}

test('a record of an edition is its row plus its links and updates', () => {
  expect(editionRecord(row, beside)).toEqual(plainRecord({ clouds: [1] }))
})

test('a column missing from a file of an earlier release is null in the record', () => {
  const { how_found: _, ...older } = row
  const record = editionRecord(older as PublishedRecord, beside)
  expect(record.how_found).toBe(null)
  expect(Object.keys(record)).toEqual(Object.keys(editionRecord(row, beside)))
})
