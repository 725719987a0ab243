import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import * as canaries from '../../src/demo/canaries.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { nextShelf, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

type Results = ReadAnswer<'/api/search'>['data']

const CLOUD = 'northwall_net'

let edition: Edition
let site: TestApp
let holder: StandingHolder

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder })
})

afterAll(() => site.app.close())

function ask(search: string, cloud = CLOUD) {
  return site.app.inject(`/api/search?${new URLSearchParams({ cloud, search })}`)
}

async function find(search: string, cloud = CLOUD): Promise<Results> {
  const answer = await ask(search, cloud)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Results }>().data
}

describe('the search', () => {
  test('finds a data center by the beginning of its name, without its accents, with the posts about it', async () => {
    const { places, posts, corrected } = await find('zuri')
    expect(places[0]).toMatchObject({ kind: 'data-center', name: expect.stringMatching(/^Zürich/) })
    expect(corrected).toBeNull()
    expect(posts.length).toBeGreaterThan(0)
    for (const { path } of [...places, ...posts]) {
      expect((await site.app.inject(path)).statusCode, path).toBe(200)
    }
  })

  test('finds only what has every word, titles before texts and what is open before what is old', async () => {
    const { posts } = await find('web security frankfurt')
    expect(posts[0]?.title).toBe('Web Security: connections failing in Frankfurt IV and Zürich II')
    for (const { id } of posts) expect(edition.records.byId.has(id)).toBe(true)
    expect((await find('web security nonsenseword')).counts.posts).toBe(0)
  })

  test('forgives typing errors, and says what it searched instead', async () => {
    const { asked, corrected, places } = await find('frnakfurt')
    expect({ asked, corrected }).toEqual({ asked: 'frnakfurt', corrected: 'frankfurt' })
    expect(places[0]?.name).toMatch(/^Frankfurt/)
  })

  test('finds an advisory by its CVE number, questions of the FAQ, and pages', async () => {
    const advisory = recordsOfCloud(edition.records, 'advisory', cloudId()).find(
      ({ cve_ids }) => cve_ids.length > 0,
    )
    expect((await find(advisory?.cve_ids[0] ?? '')).posts[0]?.id).toBe(advisory?.id)
    const { questions } = await find('maintenance')
    expect(questions[0]?.path).toMatch(/^\/northwall\.net\/faq#/)
    expect((await find('availab')).pages).toContainEqual({
      title: 'Availability',
      path: '/northwall.net/availability',
    })
  })

  test('follows a publication: a new post is found, a withdrawn one is not', async () => {
    const [incident] = recordsOfCloud(edition.records, 'incident', cloudId())
    if (incident === undefined) throw new Error('The demo has incidents.')
    const renamed = { ...incident, title: 'Quixotic gateways' }
    holder.hold({ ...edition, records: nextShelf(edition.records, { changed: [renamed], withdrawn: [] }) })
    expect((await find('quixotic')).posts.map(({ id }) => id)).toEqual([incident.id])
    holder.hold({
      ...edition,
      records: nextShelf(edition.records, { changed: [], withdrawn: [incident.id] }),
    })
    expect((await find('quixotic')).posts).toEqual([])
    holder.hold(edition)
  })

  test('corrects to words of a title that was published since the last incident', async () => {
    expect((await find('quixotci')).corrected).toBeNull()
    const [advisory] = recordsOfCloud(edition.records, 'advisory', cloudId())
    if (advisory === undefined) throw new Error('The demo has advisories.')
    const renamed = { ...advisory, title: 'Quixotic gateways' }
    holder.hold({ ...edition, records: nextShelf(edition.records, { changed: [renamed], withdrawn: [] }) })
    expect((await find('quixotci')).corrected).toBe('quixotic')
    holder.hold(edition)
    expect((await find('quixotci')).corrected).toBeNull()
  })

  test('never finds what is internal, a draft or scheduled', async () => {
    const secrets = Object.values<unknown>(canaries).filter((secret) => typeof secret === 'string')
    expect(secrets.length).toBeGreaterThan(0)
    for (const secret of secrets) {
      const { counts, corrected } = await find(secret.slice(0, 100))
      if (corrected === null) expect(counts, secret).toMatchObject({ posts: 0 })
    }
  })

  test('reads odd input, and refuses an unknown cloud and a missing search', async () => {
    for (const search of ['', '  ', '???', '%', '\u0000', '👍', '<script>', 'a'.repeat(400)]) {
      expect((await find(search)).counts, search).toBeDefined()
    }
    expect((await find('???')).counts).toEqual({ places: 0, posts: 0, questions: 0, pages: 0 })
    expect((await ask('a'.repeat(481))).statusCode).toBe(400)
    expect((await ask('dns', 'nowhere')).statusCode).toBe(404)
    expect((await site.app.inject(`/api/search?cloud=${CLOUD}`)).statusCode).toBe(400)
  })

  test('shows its results without scripts, is not indexed, and is not cached', async () => {
    const answer = await site.app.inject('/northwall.net/search?search=frnakfurt')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Nothing matches “frnakfurt”.')
    expect(answer.body).toMatch(/<a [^>]*href="\/northwall\.net\/data-centers\/frankfurt-/)
    expect(answer.body).toContain('noindex')
    const held = holder.current()
    expect(held?.answers.has('/northwall.net/search?search=frnakfurt', Date.now())).toBe(false)
    expect((await site.app.inject('/northwall.net/search?search=%3Cscript%3E')).body).not.toContain(
      '“<script>',
    )
  })
})

function cloudId() {
  return edition.site.clouds.find(({ machine_name }) => machine_name === CLOUD)?.id ?? 0
}
