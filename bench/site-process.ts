import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, runChild } from './child-process.ts'
import { freePort, type Workshop } from './workshop.ts'

export const ROOT = resolve(import.meta.dirname, '..')

const START_WITHIN_MS = 120_000
const ANSWER_WITHIN_MS = 5_000
const ASK_EVERY_MS = 5

export interface SiteProcess extends Running {
  url: string
  healthyAfterMs: number
  readyAfterMs: number
}

export interface SiteSettings {
  dataDir: string
  databaseUrl?: string
  env?: Record<string, string>
}

/** Runs what `npm start` runs, as a separate process on a free port, and waits until it is ready. */
export async function startSiteProcess(
  workshop: Workshop,
  { dataDir, databaseUrl, env }: SiteSettings,
): Promise<SiteProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = runChild(workshop, [process.execPath, join(ROOT, 'scripts/candor.mjs'), 'start'], {
    cwd: ROOT,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, DEMO: '0' }),
      ...env,
    },
  })
  const healthyAfterMs = await firstOk(running, `${url}/healthz`)
  const readyAfterMs = await firstOk(running, `${url}/readyz`)
  return { ...running, url, healthyAfterMs, readyAfterMs }
}

async function firstOk(running: Running, url: string): Promise<number> {
  for (;;) {
    if (await isOk(url)) return performance.now() - running.startedAt
    const isTooLate = performance.now() - running.startedAt > START_WITHIN_MS
    if (running.hasEnded() || isTooLate) {
      await running.stop()
      throw new Error(`The site did not start: ${running.said().trim()}`)
    }
    await sleep(ASK_EVERY_MS)
  }
}

async function isOk(url: string) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
