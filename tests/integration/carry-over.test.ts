import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/time.ts'
import type { Answer } from '../../src/edition/answer.ts'
import type { Computed } from '../../src/edition/answer-cache.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { type Held, heldAfter } from '../../src/edition/hold-edition.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { nextShelf } from '../../src/edition/record-shelf.ts'
import { withUnchanged } from '../../src/edition/to-site.ts'
import { provenOrMade } from '../../src/server/answers/cached-or-made.ts'
import { makeAnswerAt, makeUnder } from '../../src/server/answers/make-answer-at.ts'
import { seedsOf } from '../../src/server/export/seeds.ts'
import { Fault } from '../../src/server/http/faults.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { smallEdition, withSiteRows } from '../support/small-edition.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

const RUNS = sized({ short: 3, long: 100 })
const ADDRESSES = sized({ short: 16, long: 60 })
const START = Date.parse('2026-11-15T10:00:20.000Z')

const context = {
  config: testConfig(),
  assets: testAssets,
  log: makeLog({ level: 'silent', to: { write: () => {} } }),
}
let first: LoadedEdition
let addresses: string[]

beforeAll(async () => {
  first = smallEdition(await demoEdition(), ['northwall.net', 'agent.northwall.net'])
  const { records, site } = first
  const pages = [...records.byId.values()].flatMap(({ id, kind }) =>
    site.clouds.map(({ domain }) => `/${domain}/${kind === 'notification' ? kind : 'posts'}/${id}`),
  )
  const lists = site.clouds.flatMap(({ domain }) =>
    ['incidents?page=1', 'availability', 'how-we-inform', 'ip-ranges', 'incidents?date=2026-11-10'].map(
      (page) => `/${domain}/${page}`,
    ),
  )
  // Most of these are views of the same threat figures.
  const seeds = seedsOf(first).filter((address) => !/threats[.?]/.test(address))
  addresses = [...new Set([...seeds, ...pages, ...lists, '404 northwall.net', '404 northwall.net posts'])]
})

test('after any publications, an answer that is carried over is the one made from nothing', async () => {
  let carried = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { minLength: ADDRESSES, maxLength: ADDRESSES }),
      fc.array(publication(), { minLength: 1, maxLength: 3 }),
      async (picked, publications) => {
        const asked = [...new Set(picked.map((at) => addresses[at % addresses.length] as string))]
        let held = heldAfter(undefined, { edition: first, staleSince: null, at: new Date(START) })
        let now = START
        for (const address of asked) await answerAt(held, address, now)
        for (const { changes, afterMs, isStale } of publications) {
          now += afterMs
          const at = new Date(now)
          const edition = changes.reduce<LoadedEdition>((before, change) => changed(before, change, at), {
            ...(held.edition as LoadedEdition),
            number: held.edition.number + 1,
            publishedAt: at,
          })
          held = heldAfter(held, { edition, staleSince: isStale ? at : null, at })
          for (const address of asked) {
            const fresh = heldAfter(undefined, { ...held, at })
            const wanted = await nothingIfMissing(() => makeAnswerAt(context, fresh, { address, now: at }))
            expect(sentOf(await answerAt(held, address, now)), address).toEqual(sentOf(wanted?.answer))
          }
          carried += held.answers.counts.carried
        }
      },
    ),
    { numRuns: RUNS },
  )
  // Otherwise nothing would be proven.
  expect(carried).toBeGreaterThan(RUNS)
})

test('an incident on one cloud leaves the pages of another as they are, with their ETags', async () => {
  const at = new Date(START)
  const before = heldAfter(undefined, { edition: first, staleSince: null, at })
  const other = first.site.clouds.find(({ domain }) => domain === 'agent.northwall.net')
  const asked = [
    '/agent.northwall.net/faq',
    '/agent.northwall.net/incidents',
    '/api/verdict?cloud=agent_northwall_net',
  ]
  const etags: (string | undefined)[] = []
  for (const address of asked) etags.push((await answerAt(before, address, START))?.variants[0]?.etag)
  const incident = [...first.records.byId.values()].find(
    ({ kind, clouds, closed_on }) =>
      kind === 'incident' && closed_on !== null && other !== undefined && !clouds.includes(other.id),
  ) as EditionRecord
  const records = nextShelf(first.records, {
    changed: [{ ...incident, title: 'Other words' }],
    withdrawn: [],
  })
  const edition = { ...first, number: first.number + 1, publishedAt: at, records }
  const held = heldAfter(before, { edition, staleSince: null, at })
  for (const [index, address] of asked.entries()) {
    const answer = await answerAt(held, address, START)
    expect(answer?.variants[0]?.etag, address).toBe(etags[index])
    expect(answer?.variants[0]?.headers['candor-edition']).toBe(String(edition.number))
  }
  expect(held.answers.counts).toEqual({ made: 0, carried: asked.length })
})

test('a page for many missing addresses stays the page of its edition when another address leads to it', async () => {
  const at = new Date(START)
  const before = heldAfter(undefined, { edition: first, staleSince: null, at })
  const [key, address] = ['404 ', '/user/nobody/edit']
  await answerAt(before, key, START)
  const made = before.answers.lastMade(key)
  const shared = await provenOrMade(before, { key: address, now: at }, (from) =>
    makeUnder(context, from, { address, now: at, onRead: undefined }),
  )
  expect(shared?.key).toBe(key)
  expect(shared?.answer === made?.answer && shared?.madeOf === made?.madeOf).toBe(true)
  await before.answers.compute(address, async () => shared as Computed)
  const edition = { ...first, number: first.number + 1 }
  const held = heldAfter(before, { edition, staleSince: null, at })
  const answer = await answerAt(held, key, START)
  expect(answer?.variants[0]?.headers['candor-edition']).toBe(String(edition.number))
})

test('versions are made again for every edition, also where there is no log to read them from', async () => {
  const at = new Date(START)
  const held = heldAfter(undefined, { edition: first, staleSince: null, at })
  const [id] = first.records.byId.keys()
  const address = `/api/posts/${id}/versions`
  const made = await makeAnswerAt(context, held, { address, now: at })
  expect([made?.key, made?.madeOf]).toEqual([address, undefined])
})

async function answerAt(held: Held, address: string, now: number): Promise<Answer | undefined> {
  const kept = held.answers.find(address, now)
  if (kept !== undefined) return kept
  return nothingIfMissing(() =>
    held.answers.compute(address, async () => {
      const at = new Date(now)
      const made = await provenOrMade(held, { key: address, now: at }, (from) =>
        makeUnder(context, from, { address, now: at, onRead: undefined }),
      )
      if (made?.key !== address) throw new Fault('not-found')
      return made
    }),
  )
}

async function nothingIfMissing<T extends Answer | Computed | undefined>(make: () => Promise<T>) {
  return make().catch((error: unknown) => {
    if (error instanceof Fault) return undefined
    throw error
  })
}

function sentOf(answer: Answer | undefined) {
  if (answer === undefined) return undefined
  const { status, variants, expiresAt } = answer
  return {
    status,
    expiresAt,
    variants: variants.map(({ headers, bytes, encoding }) => ({
      headers,
      text: encoding === 'identity' ? bytes.toString() : bytes.toString('base64'),
    })),
  }
}

const KINDS_OF_CHANGE = [
  'title',
  'update',
  'close',
  'reopen',
  'severity',
  'clouds',
  'withdraw',
  'new',
  'message times',
  'log',
  'page',
  'service',
  'provider',
  'banner',
  'menu',
] as const

function publication() {
  return fc.record({
    changes: fc.array(
      fc.record({
        kind: fc.constantFrom(...KINDS_OF_CHANGE),
        at: fc.nat(),
        words: fc.string({ maxLength: 10 }),
      }),
      { maxLength: 2 },
    ),
    afterMs: fc.constantFrom(0, 1_000, MINUTE_MS, 90 * MINUTE_MS),
    isStale: fc.nat({ max: 4 }).map((number) => number === 0),
  })
}

type Change = { kind: (typeof KINDS_OF_CHANGE)[number]; at: number; words: string }

function changed(edition: LoadedEdition, { kind, at, words }: Change, now: Date): LoadedEdition {
  const all = [...edition.records.byId.values()]
  const record = all[at % all.length] as EditionRecord
  const withRecord = (change: Partial<EditionRecord>): LoadedEdition => ({
    ...edition,
    records: nextShelf(edition.records, {
      changed: [{ ...record, updated_on: now, ...change }],
      withdrawn: [],
    }),
  })
  const withRows = (change: Partial<LoadedEdition['siteRows']>): LoadedEdition => {
    const next = withSiteRows(edition, change)
    return { ...next, siteNumber: edition.number, site: withUnchanged(edition.site, next.site) }
  }
  const oneOf = <T>(rows: readonly T[], change: Partial<T>): T[] =>
    rows.map((row, index) => (index === at % rows.length ? { ...row, ...change } : row))
  const { siteRows } = edition
  switch (kind) {
    case 'title':
      return withRecord({ title: words })
    case 'update': {
      const update = { id: at, posted_on: now, status_id: record.status_id, body: `<p>${at}</p>` }
      return withRecord({ updates: [...record.updates, update] })
    }
    case 'close':
      return withRecord({ closed_on: now })
    case 'reopen':
      return withRecord({ closed_on: null })
    case 'severity':
      return withRecord({ severity_tid: [20, 19, 17][at % 3] as number })
    case 'clouds':
      return withRecord({ clouds: edition.site.clouds.map(({ id }) => id).slice(at % 2) })
    case 'new':
      return withRecord({ id: 1_000_000 + at, title: words, from_time: now, posted_on: now, created_at: now })
    case 'withdraw': {
      const note = { id: record.id, kind: record.kind, withdrawn_on: now, withdrawn_reason: words }
      return {
        ...edition,
        records: nextShelf(edition.records, { changed: [], withdrawn: [record.id], notes: [note] }),
      }
    }
    case 'message times': {
      const times = {
        record_id: record.id,
        messages: at % 100,
        first_sent_at: now,
        most_sent_at: now,
        is_final: at % 2 === 0,
        all_failed: false,
      }
      return { ...edition, messageTimes: new Map([...edition.messageTimes, [record.id, times]]) }
    }
    case 'log': {
      const log = edition.log && { ...edition.log, size: edition.log.size + 1 }
      return { ...edition, log, logEntries: new Map([...edition.logEntries, [record.id, at]]) }
    }
    case 'page':
      return withRows({ pages: oneOf(siteRows.pages, { title: words }) })
    case 'service':
      return withRows({ services: oneOf(siteRows.services, { name: `Service ${words}` }) })
    case 'provider':
      return {
        ...edition,
        site: { ...edition.site, provider: { ...edition.site.provider, legal_name: words } },
      }
    case 'banner': {
      const banner = { id: at, startsAt: now, endsAt: null }
      const [known] = edition.site.banners
      const banners = known === undefined ? [] : [{ ...known, ...banner }]
      return { ...edition, site: { ...edition.site, banners } }
    }
    case 'menu': {
      const { menu } = edition.site
      const main_menu = menu.main_menu.slice(0, -1)
      return { ...edition, site: { ...edition.site, menu: { ...menu, main_menu } } }
    }
  }
}
