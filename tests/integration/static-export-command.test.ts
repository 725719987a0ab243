import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionKeys } from '../support/edition-keys.ts'
import { KEYS } from '../support/edition-writer.ts'
import { publish } from '../support/publish.ts'
import { runCommand, runProgram } from '../support/run-command.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { someEdition, written } from '../support/written-edition.ts'

let database: TestDatabase
let folder: string

describe.skipIf(!isBuilt())('npm run export-static', () => {
  beforeAll(async () => {
    database = await testDatabase()
    const { alpha, beta } = await addSmallSite(database.db)
    // One cloud has half as many files.
    await database.db
      .updateTable('clouds')
      .set({ retired_at: new Date() })
      .where('id', '=', beta.id)
      .execute()
    await publish(database.db, await addDraft(database.db, { clouds: [alpha] }), { notifies: false })
  })
  afterAll(() => database.drop())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candor-export-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('exports the configured database for another machine, with counts', async () => {
    const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://status.example' }
    const ran = await run(env, [target(), '--root', '/var/www/candor'])
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(ran.stdout).toMatch(/^Exported edition \d+ into .*: \d+ pages, \d+ API answers, /m)
    const { counts } = JSON.parse(readFileSync(join(target(), 'current/export.json'), 'utf8'))
    expect(counts.pages).toBeGreaterThan(5)
    const page = readFileSync(join(target(), 'current/site/alpha.example.html'), 'utf8')
    expect(page).toContain('<link rel="canonical" href="https://status.example/alpha.example">')
    for (const encoding of ['gz', 'br']) {
      expect(existsSync(join(target(), `current/site/alpha.example.html.${encoding}`))).toBe(true)
    }
    const config = readFileSync(join(target(), 'current/nginx/candor.conf'), 'utf8')
    expect(config).toContain('server_name status.example;')
    expect(config).toContain('include "/var/www/candor/current/nginx/site.conf";')
    expect(readFileSync(join(target(), 'current/nginx/site.conf'), 'utf8')).toContain(
      'root "/var/www/candor/current/site";',
    )
  })
})

describe('the command', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candor-export-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    [[], 'Name one folder to export into: npm run export-static -- <folder>'],
    [['a', 'b'], 'Name one folder to export into: npm run export-static -- <folder>'],
    [['--fast'], "Unknown option '--fast'"],
  ])('%o are invalid arguments', async (typed, line) => {
    const ran = await runHere({}, typed)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(line)
  })

  test('prints its usage', async () => {
    const ran = await runHere({}, ['--help'])
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('export-static -- <folder>')])
  })

  test('a data folder without a database is left as it is', async () => {
    const ran = await runHere({ DATA_DIR: join(folder, 'data') }, [target()])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/^There is no database in .*\n$/)
    expect(existsSync(join(folder, 'data'))).toBe(false)
    expect(existsSync(target())).toBe(false)
  })

  test('an unreachable database keeps the previous export', async () => {
    const ran = await runHere({ DATABASE_URL: 'postgresql://candor:hunter2@127.0.0.1:1/candor' }, [target()])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/^The site was not exported; what was there before is unchanged\. .+\n$/)
    expect(ran.stderr).not.toContain('hunter2')
  })

  test('an edition signed with another key is not exported', async () => {
    const { name, file, head } = await written(someEdition(), { verifiedAt: new Date() })
    writeFileSync(join(folder, name), file)
    writeFileSync(join(folder, 'head.json'), head)
    const ran = await runHere({ EDITION_SOURCE: folder, EDITION_PUBLIC_KEY: editionKeys().publicKey }, [
      target(),
    ])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/^There is no edition at EDITION_SOURCE to export: .*unknown key .*\n$/)
    expect(existsSync(target())).toBe(false)
  })

  test('an empty folder has no edition to export', async () => {
    const ran = await runHere({ EDITION_SOURCE: folder, EDITION_PUBLIC_KEY: KEYS.publicKey }, [target()])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/^There is no edition at EDITION_SOURCE to export: .+\n$/)
  })
})

function target() {
  return join(folder, 'site')
}

async function run(env: Record<string, string>, typed: readonly string[]) {
  const program = runProgram({ NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), ...env }, [
    'export-static',
    ...typed,
  ])
  const code = await program.ended
  return { code, stdout: program.stdout, stderr: program.stderr }
}

/** In this process: a run that ends before it exports doesn't need the build. */
async function runHere(env: Record<string, string>, typed: readonly string[]) {
  const given = { NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), ...env }
  const { code, out, err } = await runCommand(['export-static', ...typed], given)
  return { code, stdout: out, stderr: err }
}
