import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { exportInto } from '../support/exported-site.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { testConfig } from '../support/test-app.ts'

const EXPORT_WITHIN_MS = 240_000
const NOW = new Date('2026-03-04T05:06:07.000Z')
const SOON = new Date('2026-03-04T05:06:37.000Z')
const LATER = new Date('2026-03-04T05:07:07.000Z')
const config = testConfig({ isTrustDR: true })

let database: TestDatabase
let onAlpha: number
let onBeta: number
let mistaken: number
const folders: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const { alpha, beta } = await addSmallSite(db)
  const begun = { from_time: new Date('2026-03-03T12:00:00Z'), created_at: new Date('2026-03-03T12:00:00Z') }
  onAlpha = await addDraft(db, { ...begun, clouds: [alpha] })
  onBeta = await addDraft(db, { ...begun, clouds: [beta] })
  mistaken = await addDraft(db, { ...begun, clouds: [alpha], title: 'Not ours' })
  for (const id of [onAlpha, onBeta, mistaken])
    await publish(db, id, { notifies: false, now: new Date('2026-03-03T12:30:00Z') })
})

afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await database?.drop()
})

test(
  'O-06 an export after an update writes only what it changed, and equals one from nothing but for the time on its pages',
  async () => {
    const folder = newFolder()
    await exportAt(folder, NOW)
    await database.db
      .insertInto('record_updates')
      .values({ record_id: onAlpha, posted_on: NOW, status_id: 2, body: '<p>Half of it works.</p>' })
      .execute()
    await publish(database.db, onAlpha, { notifies: false, now: NOW, step: 'updated' })

    const again = await exportAt(folder, SOON)
    const written = filesOf(folder).filter((file) => statSync(join(folder, 'current/site', file)).nlink === 1)
    expect(again).toMatchObject({ changed: written.filter((file) => !/\.(?:br|gz)$/.test(file)).length })
    expect(written).toContain(`alpha.example/posts/${onAlpha}.html`)
    // Figures count until now; formats of other products and feeds without entries say when the site was published.
    const timed = /how-we-inform|\/api\/v2\/|^ip-ranges\/|^rss-feed\/(?!incidents)/
    expect(written.filter((file) => file.includes('beta') && !timed.test(file))).toEqual([])
    expect(written.length).toBeLessThan(filesOf(folder).length / 2)

    const fresh = newFolder()
    await exportAt(fresh, SOON)
    expect(filesOf(folder)).toEqual(filesOf(fresh))
    for (const file of filesOf(fresh).filter((name) => !/\.(?:br|gz)$/.test(name)))
      expect(unstamped(read(folder, file)), file).toBe(unstamped(read(fresh, file)))
    expect(read(folder, 'beta.example.html')).toContain('This page hasn’t changed since')
    expect(stampsIn(read(folder, 'beta.example.html'))).toContain(NOW.toISOString())
    expect(stampsIn(read(folder, `alpha.example/posts/${onAlpha}.html`))).toContain(SOON.toISOString())

    await unpublish(database.db, mistaken)
    await exportAt(folder, LATER)
    expect(filesOf(folder).filter((file) => file.includes(`alpha.example/posts/${mistaken}.`))).toEqual([
      `.errors/html/410/alpha.example/posts/${mistaken}.html`,
      `.errors/html/410/alpha.example/posts/${mistaken}.html.br`,
      `.errors/html/410/alpha.example/posts/${mistaken}.html.gz`,
    ])
    // Neither of the two exports since then has changed it.
    expect(stampsIn(read(folder, `beta.example/posts/${onBeta}.html`))).toContain(NOW.toISOString())
  },
  EXPORT_WITHIN_MS,
)

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'candor-changes-'))
  folders.push(folder)
  return folder
}

async function exportAt(folder: string, now: Date) {
  const edition = await loadEdition(database.db)
  const { exported, app } = await exportInto({ folder, edition, config, now })
  await app.close()
  return exported
}

function filesOf(folder: string): string[] {
  const site = join(folder, 'current/site')
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length + 1))
    .sort()
}

function read(folder: string, file: string) {
  return readFileSync(join(folder, 'current/site', file), 'utf8')
}

const STAMP = /"edition":\{"number":\d+,"published_at":"[^"]+","stale_since":"[^"]+"/g

function stampsIn(page: string) {
  return page.match(STAMP)?.join() ?? ''
}

/** Without the edition, in the data and in the words of a page. */
function unstamped(text: string) {
  return text
    .replace(STAMP, '')
    .replace(/This page hasn’t changed since.*?anything newer/, '')
    .replace(/Edition (?:<!-- -->)?\d+.*?<\/p>/, '')
}
