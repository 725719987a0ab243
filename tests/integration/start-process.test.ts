import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'

const STARTS_WITHIN_MS = 30_000

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

// `npm test` builds before it runs these.
describe.skipIf(!isBuilt())('the built site as a process', () => {
  test.each([
    ['PORT', 'http', 'PORT must be a number from 0 to 65535, not "http".'],
    ['PUBLIC_URL', 'trust.example', 'PUBLIC_URL must be a URL that begins with http:// or https://.'],
    ['DATABASE_URL', 'hunter2', 'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.'],
  ])('a wrong %s stops the start with one line and code 1', async (name, value, line) => {
    const site = run({ [name]: value })
    expect(await site.ended).toBe(1)
    expect([site.stdout, site.stderr]).toEqual(['', `${line}\n`])
  })

  test('so does a database that is not there, without its password', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    const site = run({ DATABASE_URL: `postgres://candor:hunter2@127.0.0.1:${port}/candor` })
    expect(await site.ended).toBe(1)
    expect(site.stderr).toMatch(/^Cannot reach the database at 127\.0\.0\.1:\d+: [^\n]+\n$/)
    expect(site.stderr).not.toContain('hunter2')
  })

  test('the server is one file, so that a site that runs needs nothing of its folder any more', () => {
    expect(readdirSync('dist/server').filter((name) => name.endsWith('.js'))).toEqual(['main.js'])
  })

  test('a stop ends cleanly with code 0, also when it is asked for twice', async () => {
    const site = run({ DATABASE_URL: database.url })
    await vi.waitFor(() => expect(site.stdout).toContain('Candor is ready'), STARTS_WITHIN_MS)
    site.process.kill('SIGTERM')
    site.process.kill('SIGINT')
    expect(await site.ended).toBe(0)
    expect(site.stdout.trimEnd()).toMatch(/Stopped\.$/)
    expect(site.stderr.split('\n').filter((logged) => /"level":[45]0/.test(logged))).toEqual([])
  })
})

interface Run {
  process: ChildProcess
  ended: Promise<number | null>
  stdout: string
  stderr: string
}

function run(env: Record<string, string>): Run {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const site: Run = { process: child, ended, stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    site.stdout += data
  })
  child.stderr.on('data', (data) => {
    site.stderr += data
  })
  return site
}
