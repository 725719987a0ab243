import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { nextShelf } from '../../src/edition/record-shelf.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type ExportedSite, exportedSite } from '../support/exported-site.ts'
import { NO_NGINX } from '../support/nginx.ts'
import { publish } from '../support/publish.ts'
import { smallEdition } from '../support/small-edition.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'

const EXPORT_WITHIN_MS = 240_000

let database: TestDatabase
let edition: Edition
let site: ExportedSite

describe.skipIf(NO_NGINX !== '')('another export into the same folder', () => {
  beforeAll(async () => {
    // Few pages: what is rewritten, and when, does not depend on the number.
    database = await testDatabase()
    const { alpha } = await addSmallSite(database.db)
    for (let count = 0; count < 2; count++) {
      await publish(database.db, await addDraft(database.db, { clouds: [alpha] }), { notifies: false })
    }
    edition = withOddLinks(smallEdition(await loadEdition(database.db), ['alpha.example']))
    site = await exportedSite(edition, { now: new Date() })
  }, EXPORT_WITHIN_MS)

  afterAll(async () => {
    await site?.remove()
    await database?.drop()
  })

  test(
    'replaces the previous one in one step, and rewrites nothing unchanged',
    async () => {
      const removed = pagePathOf(edition)
      expect((await site.ask(removed)).status).toBe(200)
      const { etag } = await tagsOf('/api/docs')

      const exported = await site.again(withoutNewest(edition), { now: momentOfExport() })
      expect(exported).toMatchObject({ kind: 'exported', edition: edition.number + 1 })

      expect(await shownEdition()).toBe(edition.number + 1)
      expect((await site.ask(removed)).status).toBe(404)
      expect(entries()).toEqual(['current', 'previous', 'releases'])
      expect(releases().length).toBe(2)
      expect(statSync(join(site.folder, 'current/site/api/docs')).nlink).toBe(2)
      expect(statSync(join(site.folder, 'current/site/api/edition.json')).nlink).toBe(1)
      expect((await tagsOf('/api/docs')).etag).toBe(etag)
    },
    EXPORT_WITHIN_MS,
  )

  test('keeps the previous one when stopped, and removes its own files', async () => {
    const before = releases()
    await expect(site.again(edition, { stopping: AbortSignal.abort() })).rejects.toThrow()
    expect([releases(), entries()]).toEqual([before, ['current', 'previous', 'releases']])
    expect(await shownEdition()).toBe(edition.number + 1)
  })

  test(
    'is rejected while one runs, only two are kept, and every page is included while staff have closed the site',
    async () => {
      const maintenance = { message: 'New disks', endsAt: null }
      const closed = { ...edition, site: { ...edition.site, maintenance } }
      const next = [edition.number + 2, edition.number + 3].map((number) => ({ ...closed, number }))
      const outcomes = await Promise.all(next.map((each) => site.again(each)))
      // Either may have been first.
      const [done, refused] = outcomes.sort((a, b) => a.kind.localeCompare(b.kind))
      expect(done).toMatchObject({ kind: 'exported' })
      expect(refused).toMatchObject({ kind: 'refused', line: expect.stringContaining('is running (') })
      expect(await shownEdition()).toBe(done?.kind === 'exported' ? done.edition : undefined)
      expect(releases().length).toBe(2)
      expect((await site.ask('/alpha.example')).status).toBe(200)
    },
    EXPORT_WITHIN_MS,
  )
})

const WITHDRAWN_ID = 987_654

/** Links that staff may type into a post: ambiguous, dead and invalid URLs, and one to a post that was withdrawn since. */
function withOddLinks(edition: Edition): Edition {
  const odd = [
    '/rss-feed',
    '/rss-feed/security-advisories',
    '/api/v1/records',
    '/api/edition?utm_source=x',
    '/50%off',
  ]
  const withdrawn = `/alpha.example/posts/${WITHDRAWN_ID}`
  const links = [...odd, withdrawn, '/..%2f..%2fetc', '/threats.csv?region=none'].map(
    (href) => `<a href="${href}">here</a>`,
  )
  const [first] = edition.records.byId.values()
  if (first === undefined) throw new Error('The edition has records.')
  const changed = [{ ...first, body: `<p>${links.join(' ')}</p>` }]
  const note = {
    id: WITHDRAWN_ID,
    kind: 'incident',
    withdrawn_on: new Date(),
    withdrawn_reason: 'A mistake',
  } as const
  return { ...edition, records: nextShelf(edition.records, { changed, withdrawn: [], notes: [note] }) }
}

async function shownEdition() {
  return ((await (await site.ask('/api/edition')).json()) as { number: number }).number
}

async function tagsOf(path: string) {
  const { headers } = await site.ask(path)
  return { etag: headers.get('etag') }
}

function entries() {
  return readdirSync(site.folder).sort()
}

function releases() {
  return readdirSync(join(site.folder, 'releases')).sort()
}

function momentOfExport() {
  const about = JSON.parse(readFileSync(join(site.folder, 'current/export.json'), 'utf8')) as {
    exported_at: string
  }
  return new Date(about.exported_at)
}

function pagePathOf(of: Edition) {
  return `/alpha.example/posts/${newestOf(of)}`
}

function newestOf({ records }: Edition) {
  return Math.max(...[...records.byId.values()].filter(({ kind }) => kind === 'incident').map(({ id }) => id))
}

function withoutNewest(of: Edition): Edition {
  const records = nextShelf(of.records, { changed: [], withdrawn: [newestOf(of)] })
  return { ...of, number: of.number + 1, records }
}
