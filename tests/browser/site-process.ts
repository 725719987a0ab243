import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js')
/** However a test run ends, also by force: a site without it ends too, and takes its folder along. */
function endWithUs(dataDir: string) {
  const remove = `rmSync(${JSON.stringify(dataDir)}, { recursive: true, force: true })`
  const script = `import { rmSync } from 'node:fs'; process.once('disconnect', () => { ${remove}; process.exit() })`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000
const ASK_EVERY_MS = 10

export interface SiteProcess {
  url: string
  /** Where it serves its metrics. */
  metricsUrl: string
  stop(): Promise<void>
}

/** The built site as a process of its own on a free port, ready to answer unless told to wait for less. */
export async function startSiteProcess(
  env: Record<string, string>,
  {
    until = '/readyz',
    hostname = '127.0.0.1',
  }: {
    until?: '/readyz' | '/healthz'
    /** By which browsers reach it: passkeys belong to a name, and an address is not one. */
    hostname?: '127.0.0.1' | 'localhost'
  } = {},
): Promise<SiteProcess> {
  const port = await freePort()
  const url = `http://${hostname}:${port}`
  const metricsListen = `127.0.0.1:${await freePort()}`
  // Mail that goes nowhere is kept there.
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-site-'))
  const child = spawn(process.execPath, ['--import', endWithUs(dataDir), MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...startEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      METRICS_LISTEN: metricsListen,
      // Made ahead of readers, all pages of the demo cost more than a whole file of tests reads.
      WARM_ANSWERS: '0',
      // The databases here are the demo's, and its people sign in as staff.
      DEMO: 'local',
      // Nobody waits for messages here; a test that does says so.
      ROLE: 'web',
      ...env,
    },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  }
  const stop = async () => {
    await stopProcess(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const isThere = await untilItAnswers(child, `http://127.0.0.1:${port}${until}`)
  if (!isThere) {
    await stop()
    throw new Error(`The site did not start: ${said.join('').trim()}`)
  }
  return { url, metricsUrl: `http://${metricsListen}/metrics`, stop }
}

/** As `npm start` from a shell has it: without what the test runner sets for itself. */
function startEnvironment() {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR']
  const kept = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return Object.fromEntries(kept)
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + START_WITHIN_MS
  while (child.exitCode === null && performance.now() < deadline) {
    if (await isOk(url)) return true
    await sleep(ASK_EVERY_MS)
  }
  return false
}

async function isOk(url: string) {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

/** The site must know its own address before it listens, so port 0 does not do. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
