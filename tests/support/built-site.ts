import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'
import { fastFolder } from './fast-folder.ts'
import { freePort } from './free-port.ts'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js')
/** However the test run ends, even killed, the site stops too. Only the first process: the others end with it. */
const END_WITH_US = `data:text/javascript,${encodeURIComponent(
  'import cluster from "node:cluster"; if (cluster.isPrimary && process.argv.length < 3) process.once("disconnect", () => process.exit())',
)}`
/** Limits for hangs: on a busy machine, a start may take ten times as long as on an idle one. */
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 60_000

export interface BuiltSite {
  url: string
  metricsUrl: string
  process: ChildProcess
  pid: number
  dataDir: string
  ended: Promise<number | null>
  said(): string
  logged(): { msg: string; [field: string]: unknown }[]
  stop(): Promise<void>
}

/** The built program as a user starts it, on a free port by default; `around` may limit its resources. */
export async function runBuiltSite(
  env: Record<string, string>,
  around: (command: string[]) => string[] = (command) => command,
): Promise<BuiltSite> {
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const metricsListen = `127.0.0.1:${await freePort()}`
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(fastFolder(), 'candor-built-'))
  const [command = '', ...args] = around([process.execPath, '--import', END_WITH_US, MAIN])
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      EDITION_TARGET: 'none',
      METRICS_LISTEN: metricsListen,
      // Prerendering all demo pages costs more than a whole test file reads.
      WARM_ANSWERS: '0',
      ...env,
    },
  })
  let said = ''
  let log = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    log += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    url,
    metricsUrl: `http://${env.METRICS_LISTEN ?? metricsListen}/metrics`,
    process: child,
    pid: child.pid ?? 0,
    dataDir,
    ended,
    said: () => said,
    logged: () =>
      log
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
      clearTimeout(timer)
      if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startBuiltSite(...given: Parameters<typeof runBuiltSite>): Promise<BuiltSite> {
  const site = await runBuiltSite(...given)
  try {
    await untilReady(site)
    if (site.process.exitCode !== null) throw new Error(`The site did not start: ${site.said()}`)
    return site
  } catch (error) {
    await site.stop()
    throw error
  }
}

export function untilReady(site: BuiltSite): Promise<void> {
  return vi.waitFor(
    () => {
      // The last of its lines, so that all of them have arrived.
      if (site.process.exitCode === null) expect(site.said()).toContain('Press Ctrl-C to stop.')
    },
    { timeout: START_WITHIN_MS, interval: 20 },
  )
}

export async function readiness({
  url,
}: Pick<BuiltSite, 'url'>): Promise<{ status: string; edition: number }> {
  return (await fetch(`${url}/readyz`)).json() as Promise<{ status: string; edition: number }>
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .flatMap(([child, parent, state]) =>
      Number(parent) === pid && !state?.startsWith('Z') ? [Number(child)] : [],
    )
}
