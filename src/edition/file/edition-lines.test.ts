import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomEdition } from '../../../tests/support/random-edition.ts'
import { editionLines, readLine } from './edition-lines.ts'

const TIME = new Date('2026-11-15T11:00:00Z')
const NOTE = { id: 7_000, kind: 'incident', withdrawn_on: TIME, withdrawn_reason: null } as const

test('unknown columns and tables survive the file unchanged', () => {
  const [edition] = fc.sample(
    randomEdition().filter(({ records }) => records.byId.size > 1),
    1,
  )
  if (edition === undefined) throw new Error('There is one.')
  const [first, ...others] = [...edition.records.byId.values()].map((record) => ({
    ...record,
    mood: 'calm',
    seen_on: null as Date | null,
  }))
  if (first === undefined) throw new Error('There are two.')
  const records = [first, ...others.map((record) => ({ ...record, seen_on: TIME }))]
  const oceans = [{ id: 1, facts: { deep: [true, null] }, times: [TIME, TIME], names: ['Pacific'], at: TIME }]

  const [site, threats, ofRecords] = [
    ...editionLines(
      {
        ...edition,
        siteRows: { ...edition.siteRows, oceans } as typeof edition.siteRows,
        records: {
          ...edition.records,
          byId: new Map(records.map((record) => [record.id, record])),
          notes: new Map([[NOTE.id, NOTE]]),
        },
      },
      TIME,
    ),
  ].map((line) => readLine(JSON.parse(line)))

  expect(site).toMatchObject({ oceans, withdrawn: [NOTE] })
  expect(threats).toEqual(edition.threatRows)
  expect(ofRecords).toMatchObject({
    records: records.map(({ id, mood, seen_on }) => ({ id, mood, seen_on })),
  })
})
