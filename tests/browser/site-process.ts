import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js')
/** However the test run ends, even killed, the site stops too and removes its folder. */
function endWithUs(dataDir: string) {
  const remove = `rmSync(${JSON.stringify(dataDir)}, { recursive: true, force: true })`
  const script = `import { rmSync } from 'node:fs'; process.once('disconnect', () => { ${remove}; process.exit() })`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

/** Several sites may start at the same time, on a busy machine. */
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 20_000
const ASK_EVERY_MS = 10

export interface SiteProcess {
  url: string
  metricsUrl: string
  stop(): Promise<void>
}

export async function startSiteProcess(
  env: Record<string, string>,
  {
    until = '/readyz',
    hostname = '127.0.0.1',
  }: {
    until?: '/readyz' | '/healthz'
    /** The hostname for browsers: passkeys need a name, not an IP address. */
    hostname?: '127.0.0.1' | 'localhost'
  } = {},
): Promise<SiteProcess> {
  const port = await freePort()
  const url = `http://${hostname}:${port}`
  const metricsListen = `127.0.0.1:${await freePort()}`
  // Unsent mail is written there.
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
      // Prerendering all demo pages costs more than a whole test file reads.
      WARM_ANSWERS: '0',
      // The databases have demo data, and its people sign in as staff.
      DEMO: 'local',
      // Most tests need no worker; a test that does overrides this.
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

/** Like `npm start` from a shell: without the test runner's variables. */
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
