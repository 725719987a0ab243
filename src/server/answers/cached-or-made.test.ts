import { expect, test } from 'vitest'
import { answerOfBytes } from '../../edition/answer.ts'
import type { Edition } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { type EditionHolder, type Held, heldAfter } from '../../edition/hold-edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { EMPTY_SHELF, nextShelf } from '../../edition/record-shelf.ts'
import { Fault } from '../http/faults.ts'
import { cachedOrMade } from './cached-or-made.ts'

const AT = new Date('2026-11-15T10:00:00.000Z')
let now = AT
let turns = 0
let current: Held | undefined
const holder = { current: () => current } as EditionHolder
const calm = { clock: () => now, holder, makeInTurn: <T>(make: () => Promise<T>) => inTurn(make()) }
const flooded = {
  clock: () => now,
  holder,
  makeInTurn: <T>() => inTurn<T>(Promise.reject(new Fault('overloaded'))),
}
const [first, second] = [record(1), record(2)]
const SITE = { images: new Set<string>() } as unknown as Edition['site']

test('under a flood, the previous edition’s answer is sent with its age; an answer that was never made is refused', async () => {
  const before = hold([first, second])
  await titleOf(before, 1, calm)
  const next = hold([{ ...first, title: 'Changed' }, second], before)
  now = new Date(AT.getTime() + 3_000)
  const { variants } = await ask(next, 1, flooded)
  expect([variants[0]?.bytes.toString(), variants[0]?.headers.age]).toEqual(['Record 1', '3'])
  // Caches in front were purged before they asked, and no second purge follows.
  expect(variants[0]?.headers).toMatchObject({
    'cdn-cache-control': 'max-age=1',
    'surrogate-control': 'max-age=1',
    // Browsers keep this header after later answers without it, so it names its edition.
    'candor-stand-in': '41',
  })
  await expect(ask(next, 2, flooded)).rejects.toThrow(Fault)
  expect(await titleOf(next, 1, calm)).toBe('Changed')
})

test('an answer whose parts are the same is carried over without taking a turn', async () => {
  const before = hold([first, second])
  await titleOf(before, 1, calm)
  turns = 0
  const next = hold([first, { ...second, title: 'Changed' }], before)
  expect(await titleOf(next, 1, flooded)).toBe('Record 1')
  expect([turns, next.answers.counts]).toEqual([0, { made: 0, carried: 1 }])
})

test.each([
  ['a withdrawn record', [second]],
  ['a record that left a cloud', [{ ...first, clouds: [] }, second]],
  ['a record without an update that it had', [{ ...first, removedUpdates: [{}] }, second]],
  ['a record without its post-mortem', [{ ...first, postMortem: null }, second]],
  ['a corrected record', [{ ...first, title: 'Corrected', rewrites: 1 }, second]],
])('%s is not sent again, not even in a flood, nor after further editions', async (_, records) => {
  const before = hold([first, second])
  await titleOf(before, 1, calm)
  const next = hold(records as EditionRecord[], before)
  await expect(ask(next, 1, flooded)).rejects.toThrow(Fault)
  const later = hold([...(records as EditionRecord[]), record(3)], next)
  await expect(ask(later, 1, flooded)).rejects.toThrow(Fault)
})

test('what was withdrawn while a reader waited is not sent; what was under way for another edition is not kept by caches in front', async () => {
  const earliest = hold([first, second])
  await titleOf(earliest, 1, calm)
  const before = hold([{ ...first, title: 'Changed' }, second], earliest)
  current = before
  let swap = () => {}
  const swapped = new Promise<void>((resolve) => {
    swap = resolve
  })
  const shed = ask(before, 1, {
    ...calm,
    makeInTurn: <T>() => inTurn<T>(swapped.then(() => Promise.reject(new Fault('overloaded')))),
  })
  const post = { key: '/posts/2', client: 'reader' }
  const underWay = cachedOrMade(calm, before, post, async (from) => {
    await swapped
    return made(from, 2)
  })
  const third = hold([first, second, record(3)], before)
  current = third
  const late = ask(third, 3, {
    ...calm,
    makeInTurn: <T>(make: () => Promise<T>) => inTurn(swapped.then(make)),
  })
  current = hold([second], third)
  swap()
  await expect(shed).rejects.toThrow(Fault)
  expect((await late).variants.at(-1)?.bytes.toString()).toBe('None')
  const { variants } = await underWay
  expect(variants[0]?.headers).toMatchObject({ 'cdn-cache-control': 'max-age=1', 'candor-stand-in': '41' })
})

async function titleOf(held: Held, id: number, context: typeof calm) {
  return (await ask(held, id, context)).variants.at(-1)?.bytes.toString()
}

async function ask(held: Held, id: number, context: typeof calm) {
  return cachedOrMade(context, held, { key: `/posts/${id}`, client: 'reader' }, async (from) =>
    made(from, id),
  )
}

function made({ edition }: ObservedHeld, id: number) {
  const title = edition.records.byId.get(id)?.title ?? 'None'
  const kept = 'max-age=86400, stale-if-error=86400'
  const headers = { 'cdn-cache-control': kept, 'surrogate-control': kept, 'candor-edition': '41' }
  return { key: `/posts/${id}`, answer: answerOfBytes({ headers, identity: Buffer.from(title) }) }
}

function inTurn<T>(made: Promise<T>) {
  turns++
  return { made, alsoFor: () => {} }
}

function hold(records: readonly EditionRecord[], before?: Held): Held {
  const shelf = nextShelf(EMPTY_SHELF, { changed: records, withdrawn: [] })
  const edition = { site: SITE, history: 'one', log: null, records: shelf } as Edition
  return heldAfter(before, { edition, staleSince: null, at: AT })
}

function record(id: number) {
  const of = { id, title: `Record ${id}`, kind: 'incident', clouds: [1], updates: [], removedUpdates: [] }
  const beside = { postMortem: { content: {} }, rewrites: 0 }
  return {
    ...of,
    ...beside,
    created_at: AT,
    closed_on: AT,
    notification_type: null,
  } as unknown as EditionRecord
}
