import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'
import type { Edition } from './edition.ts'
import type { Held } from './hold-edition.ts'
import { isMadeOfSameParts, observe, stillMadeOf, turnsAt, wholeOf } from './observe.ts'

const NOW = new Date('2026-11-15T10:00:00.000Z')
const LATER = new Date('2026-11-15T10:01:00.000Z')

const EDITION = {
  number: 7,
  history: 'one',
  siteNumber: 3,
  threatNumber: 2,
  publishedAt: NOW,
  threats: {},
  site: { provider: {}, clouds: [], menu: {}, images: new Set() },
  log: { id: 'log', size: 9, facts_entry: 1 },
  records: { byId: map(), lists: map(), notes: map(), images: map() },
  messageTimes: map(),
  logEntries: map(),
}

const MAPS = ['byId', 'lists', 'notes', 'images', 'messageTimes', 'logEntries'] as const
type Maker = (edition: typeof EDITION) => unknown
const READS: [what: string, read: Maker, change: Maker][] = [
  ...(['number', 'history', 'siteNumber', 'threatNumber', 'publishedAt', 'threats'] as const).map(
    (name): [string, Maker, Maker] => [
      name,
      (edition) => edition[name],
      (edition) => ({ ...edition, [name]: {} }),
    ],
  ),
  ...(['provider', 'clouds', 'menu', 'images'] as const).map((name): [string, Maker, Maker] => [
    `site.${name}`,
    ({ site }) => site[name],
    (edition) => ({ ...edition, site: { ...edition.site, [name]: {} } }),
  ]),
  ['log.size', ({ log }) => log.size, (edition) => ({ ...edition, log: { ...edition.log, size: 10 } })],
  ['whether there is a log', ({ log }) => log, (edition) => ({ ...edition, log: null })],
  ...MAPS.flatMap((name): [string, Maker, Maker][] => {
    const other = (edition: typeof EDITION) =>
      withMap(edition, name, new Map([...mapIn(edition, name), ['a', {}]]))
    const more = (edition: typeof EDITION) =>
      withMap(edition, name, new Map([...mapIn(edition, name), ['c', {}]]))
    return [
      [`${name}.get`, (edition) => mapIn(edition, name).get('a'), other],
      [`${name}.has`, (edition) => mapIn(edition, name).has('c'), more],
      [`${name}.size`, (edition) => mapIn(edition, name).size, more],
      [`${name}.keys`, (edition) => [...mapIn(edition, name).keys()], more],
      [`${name}.values`, (edition) => [...mapIn(edition, name).values()], more],
      [`${name}.entries`, (edition) => [...mapIn(edition, name).entries()], more],
      [`${name}, all of it`, (edition) => [...mapIn(edition, name)], more],
      [`${name}.forEach`, (edition) => mapIn(edition, name).forEach(() => {}), more],
      [`${name} as one value`, (edition) => wholeOf(mapIn(edition, name)), more],
    ]
  }),
]

test.each(READS)('what read %s is the same until that changes', async (_, read, change) => {
  const observation = observe(held(EDITION))
  read(observation.held.edition as unknown as typeof EDITION)
  const madeOf = observation.madeOf(undefined)
  if (madeOf === undefined) throw new Error('It can be carried over.')
  expect(isMadeOfSameParts(held({ ...EDITION }), madeOf, NOW)).toBe(true)
  expect(isMadeOfSameParts(held(change(EDITION)), madeOf, NOW)).toBe(false)
  expect(await stillMadeOf(held(change(EDITION)), madeOf, NOW)).toBeUndefined()
})

test('an entry of a map stays the same while others change', () => {
  const observation = observe(held(EDITION))
  observation.held.edition.records.byId.get('a' as never)
  const madeOf = observation.madeOf(undefined)
  const next = withMap(EDITION, 'byId', new Map([...EDITION.records.byId, ['b', {}]]))
  expect(madeOf && isMadeOfSameParts(held(next), madeOf, NOW)).toBe(true)
})

test('what was derived is derived again when its parts change or its time is over, and counts by its digest', async () => {
  const derivations: Date[] = []
  const observation = observe(held(EDITION))
  observation.held.derive('parity', NOW, ({ edition }, now) => {
    derivations.push(now)
    return { value: null, digest: String(edition.number % 2), expiresAt: now.getTime() + 60_000 }
  })
  const madeOf = observation.madeOf(undefined)
  if (madeOf === undefined) throw new Error('It can be carried over.')
  expect(await stillMadeOf(held({ ...EDITION, number: 9 }), madeOf, NOW)).toBeDefined()
  expect(await stillMadeOf(held({ ...EDITION, number: 8 }), madeOf, NOW)).toBeUndefined()
  expect(await stillMadeOf(held(EDITION), madeOf, NOW)).toEqual(madeOf)
  expect(derivations).toHaveLength(3)
  const later = await stillMadeOf(held(EDITION), madeOf, LATER)
  expect(later?.derived[0]?.expiresAt).toBe(LATER.getTime() + 60_000)
  expect(derivations.at(-1)).toBe(LATER)
})

test('others get their turn between two results that are derived again', async () => {
  let turn = 0
  const turns: number[] = []
  const observation = observe(held(EDITION))
  for (const name of ['first', 'second'])
    observation.held.derive(name, NOW, ({ edition }) => {
      turns.push(turn)
      return { value: edition.number, digest: 'the same' }
    })
  const madeOf = observation.madeOf(undefined)
  const count = () => {
    turn++
    if (turn < 1_000) setImmediate(count)
  }
  setImmediate(count)
  expect(madeOf && (await stillMadeOf(held({ ...EDITION, number: 9 }), madeOf, NOW))).toBeDefined()
  expect(new Set(turns.slice(2)).size).toBe(2)
})

test('answers that read more than the edition are never carried over, nor are expired ones', async () => {
  const observation = observe(held(EDITION))
  const ended = observation.madeOf(NOW.getTime())
  expect(ended && (await stillMadeOf(held(EDITION), ended, NOW))).toBeUndefined()
  observation.held.isMadeOfMore()
  expect(observation.madeOf(undefined)).toBeUndefined()
})

test('a result ends with the first result that it is made of', () => {
  const observation = observe(held(EDITION))
  const end = NOW.getTime() + 1_000
  observation.held.derive('outer', NOW, (from) => {
    from.derive('inner', NOW, () => ({ value: 1, digest: '1', expiresAt: end }))
    return { value: 2, digest: '2', expiresAt: end + 1_000 }
  })
  expect(turnsAt({ derived: observation.derived() })).toBe(end)
})

test('losing the database changes the answers that depend on that', () => {
  const observation = observe(held(EDITION))
  expect(observation.held.staleSince).toBeNull()
  const madeOf = observation.madeOf(undefined)
  expect(madeOf && isMadeOfSameParts({ ...held(EDITION), staleSince: NOW }, madeOf, NOW)).toBe(false)
})

function held(edition: unknown): Held {
  return { edition: edition as Edition, staleSince: null, answers: new AnswerCache({ maxBytes: 0 }) }
}

function map(): Map<string, object> {
  return new Map([
    ['a', {}],
    ['b', {}],
  ])
}

function mapIn(edition: typeof EDITION, name: (typeof MAPS)[number]): Map<string, object> {
  return name === 'messageTimes' || name === 'logEntries' ? edition[name] : edition.records[name]
}

function withMap(
  edition: typeof EDITION,
  name: (typeof MAPS)[number],
  next: Map<string, object>,
): typeof EDITION {
  if (name === 'messageTimes' || name === 'logEntries') return { ...edition, [name]: next }
  return { ...edition, records: { ...edition.records, [name]: next } }
}
