import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isShort } from '../size.ts'
import { freePort } from '../support/free-port.ts'
import { clear } from './embedded/support/data-folders.ts'
import { seededDataDir } from './embedded/support/seed.ts'

/** Right after an install Vite prepares dependencies, on a busy machine. */
const START_WITHIN_MS = 240_000
const TEST_WITHIN_MS = 300_000

let dataDir: string

beforeEach(async () => {
  dataDir = await seededDataDir()
})

afterEach(clear)

// Only developers notice; embedded/start.test.ts proves that a stop leaves no database behind.
test.skipIf(isShort)(
  'a development server stopped by signal leaves no database behind',
  { timeout: TEST_WITHIN_MS },
  async () => {
    const dev = await startDev()
    await until(() => expect(dev.said()).toContain('Candor in development'))
    expect(await (await fetch(dev.url)).text()).toContain('Nothing is published here yet.')
    expect((await fetch(`${dev.url}/src/web/client-entry.tsx`)).status).toBe(200)
    expect(hasDatabase()).toBe(true)
    dev.process.kill('SIGTERM')
    expect(await dev.ended).toBe(0)
    expect(hasDatabase()).toBe(false)
  },
)

test.skipIf(isShort)(
  'one stopped while starting leaves no database behind',
  { timeout: TEST_WITHIN_MS },
  async () => {
    const dev = await startDev()
    await until(() => expect(hasDatabase()).toBe(true))
    dev.process.kill('SIGTERM')
    await dev.ended
    expect(hasDatabase()).toBe(false)
  },
)

function hasDatabase() {
  return existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
}

async function startDev() {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      DATA_DIR: dataDir,
      EDITION_TARGET: 'none',
      DEMO: '0',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, ended, said: () => said, url: `http://localhost:${port}` }
}

function until(expectations: () => void) {
  return vi.waitFor(expectations, { timeout: START_WITHIN_MS, interval: 20 })
}
