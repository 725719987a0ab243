import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomEdition } from '../../../tests/support/random-edition.ts'
import type { LoadedEdition } from '../load-edition.ts'
import { editionLines, readLine } from './edition-lines.ts'

const TIME = new Date('2026-11-15T11:00:00Z')
const NOTE = { id: 7_000, kind: 'incident', withdrawn_on: TIME, withdrawn_reason: null } as const

test('goals are in the file from their month on', () => {
  const [edition] = fc.sample(randomEdition(), 1)
  if (edition === undefined) throw new Error('There is one.')
  const goalOf = (from_month: string) => ({ service_tid: 1, data_center_tid: null, from_month, percent: 99 })
  const publish_goals = [
    { from: '2026-11', minutes: 10 },
    { from: '2026-12', minutes: 5 },
  ]
  const planned: LoadedEdition = {
    ...edition,
    site: { ...edition.site, provider: { ...edition.site.provider, publish_goals } },
    siteRows: { ...edition.siteRows, goals: [goalOf('2026-11'), goalOf('2026-12')] },
  }
  const goalsAt = (now: Date) => {
    const [site] = editionLines(planned, now)
    const { goals, settings } = readLine(JSON.parse(site ?? '')) as {
      goals: { from_month: string }[]
      settings: { value: { publish_goals: { from: string }[] } }[]
    }
    return [
      goals.map(({ from_month }) => from_month),
      settings[0]?.value.publish_goals.map(({ from }) => from),
    ]
  }
  expect(goalsAt(TIME)).toEqual([['2026-11'], ['2026-11']])
  const both = ['2026-11', '2026-12']
  expect(goalsAt(new Date('2026-12-01T00:00:00Z'))).toEqual([both, both])
})

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
