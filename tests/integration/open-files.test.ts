import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { isShort } from '../size.ts'
import { type BuiltSite, isRunning, runBuiltSite, startBuiltSite } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'
import { type RawConnection, rawConnection } from '../support/raw-http.ts'
import { clear, temporaryDataDir } from './embedded/support/data-folders.ts'
import { copySeed } from './embedded/support/seed.ts'

const PROCESS_WITHIN_MS = 300_000
const FILES = 256
/** More than 256 files allow. */
const CLIENTS = 200

const limitedTo = (files: number) => (command: string[]) => [
  'sh',
  '-c',
  `ulimit -n ${files} && exec "$@"`,
  'sh',
  ...command,
]
/** Changing the limit of a running process works only on Linux. */
const canChange = spawnSync('prlimit', ['--version']).status === 0

describe.skipIf(!isBuilt())('a low limit of open files', { timeout: PROCESS_WITHIN_MS }, () => {
  afterAll(clear)

  test('that is too low prevents the start with one line that says what to raise', async () => {
    const site = await runBuiltSite({ DEMO: '0' }, limitedTo(100))
    expect(await site.ended).toBe(1)
    expect(site.said()).toBe(
      'This process may open only 100 files at once (ulimit -n), and Candor needs at least 128. ' +
        'Raise it: ulimit -n 65536 in the shell that starts Candor, LimitNOFILE=65536 in a systemd unit.\n',
    )
    await site.stop()
  })

  test('that is too low even to load the program does the same', () => {
    const [command = '', ...args] = limitedTo(32)([process.execPath, 'scripts/candor.mjs', 'start'])
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    // Node 24 loads one file after the other, so there the program itself can say it.
    expect(stdout + stderr).toMatch(
      /^This process may open (too few|only 32) files at once \(ulimit -n\).* Raise .*65536.*\n$/,
    )
    expect(status).toBe(1)
  })

  // In the short run, slow-clients.test.ts proves that clients over the limit leave room for readers, the
  // unit tests open-files.test.ts and usual-limits.test.ts the limit and the lines.
  test.skipIf(isShort || !canChange)(
    'leaves room for readers among 200 connections; out of files, the site says so once and recovers',
    async () => {
      const dataDir = await temporaryDataDir()
      await copySeed(dataDir)
      const site = await startBuiltSite({ DEMO: '0', DATA_DIR: dataDir }, limitedTo(FILES))
      const clients: RawConnection[] = []
      try {
        expect(linesAbout(site, 'may open only 256 files at once (ulimit -n), so it accepts only 130')).toBe(
          1,
        )
        const { port } = new URL(site.url)
        for (let client = 0; client < CLIENTS; client++) clients.push(await rawConnection(Number(port)))
        expect(await statusOf(site)).toBe(200)

        const worker = await eventually(() => {
          const [found] = site.logged().filter(({ msg }) => msg === 'A worker runs with the site')
          expect(found).toBeDefined()
          return Number(found?.worker)
        })
        // As if something had used up the rest.
        setFiles(site.pid, 20)
        process.kill(worker, 'SIGKILL')
        await eventually(() => expect(linesAbout(site, 'has reached its limit of 256 open files')).toBe(1))
        await eventually(() => expect(linesAbout(site, 'The worker cannot be started')).toBeGreaterThan(1))
        expect(linesAbout(site, 'has reached its limit of 256 open files')).toBe(1)
        expect(linesAbout(site, 'A worker runs with the site')).toBe(1)
        expect(isRunning(site.pid)).toBe(true)

        setFiles(site.pid, FILES)
        await eventually(async () => expect(await statusOf(site)).toBe(200))
        await eventually(() => expect(linesAbout(site, 'A worker runs with the site')).toBe(2))
      } finally {
        for (const client of clients) client.close()
        await site.stop()
      }
    },
  )
})

function linesAbout(site: BuiltSite, words: string): number {
  return site.logged().filter(({ msg }) => msg.includes(words)).length
}

async function statusOf({ url }: BuiltSite): Promise<number> {
  const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } })
  await answer.arrayBuffer()
  return answer.status
}

/** Only the soft limit, which any user may raise again. */
function setFiles(pid: number, soft: number) {
  expect(spawnSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:${FILES}`]).status).toBe(0)
}
