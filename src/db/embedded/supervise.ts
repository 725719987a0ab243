import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { explainError } from './explain.ts'
import type { Instance } from './instance.ts'
import { boundLog } from './log-file.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { stopPostmaster } from './postmaster.ts'
import { reachServer } from './reach-server.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
// A server that ran this long is healthy.
const STEADY_AFTER_MS = 30_000
const LOG_CHECK_MS = 3_600_000

export function supervise(instance: Instance, first: OwnerLock): { stop(): Promise<void> } {
  const { folder, report } = instance
  const stopping = new AbortController()
  let lock: OwnerLock | undefined = first
  let failures = 0
  let stopped: Promise<void> | undefined

  const watching = watch()
  const logCheck = setInterval(() => boundLog(folder.log).catch(() => {}), LOG_CHECK_MS).unref()

  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (lock === undefined) {
        lock = await regain()
      } else {
        const since = performance.now()
        await Promise.race([lock.lost, untilStopping()])
        if (stopping.signal.aborted) return
        failures = performance.now() - since > STEADY_AFTER_MS ? 0 : failures + 1
        lock = undefined
        report(`The database in ${folder.name} stopped unexpectedly; restarting it …`)
      }
    }
  }

  async function regain(): Promise<OwnerLock | undefined> {
    let lastLine: string | undefined
    while (!stopping.signal.aborted) {
      await sleep(pauseMs(failures), undefined, { signal: stopping.signal }).catch(() => {})
      const outcome = await regainOnce().catch((error) => ({
        kind: 'failed' as const,
        line: explainError(folder.name, error),
      }))
      if (outcome.kind === 'taken') {
        report(`The database in ${folder.name} is back.`)
        return outcome.lock
      }
      if (outcome.line !== lastLine && !stopping.signal.aborted) report(outcome.line)
      lastLine = outcome.line
      failures += 1
    }
    return undefined
  }

  async function regainOnce(): Promise<
    { kind: 'taken'; lock: OwnerLock } | { kind: 'failed'; line: string }
  > {
    const reached = await reachServer(instance, stopping.signal)
    if (reached.kind === 'refused') return { kind: 'failed', line: reached.line }
    const outcome = await takeOwnerLock(reached.socket)
    switch (outcome.kind) {
      case 'taken':
        return outcome
      case 'held':
        return {
          kind: 'failed',
          line: `Another Candor process manages the database in ${folder.name} now.`,
        }
      case 'unreachable':
        return { kind: 'failed', line: `The database in ${folder.name} does not answer yet.` }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearInterval(logCheck)
    await watching
    if (await isAnothers()) return
    await stopPostmaster(folder)
    await lock?.client.end().catch(() => {})
  }

  function untilStopping(): Promise<void> {
    return new Promise((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  // Another Candor may have opened the folder while the server was away.
  async function isAnothers(): Promise<boolean> {
    if (lock !== undefined) return false
    const outcome = await takeOwnerLock(folder.socket)
    if (outcome.kind === 'taken') lock = outcome.lock
    return outcome.kind === 'held'
  }
}

function pauseMs(failures: number): number {
  if (failures === 0) return 0
  return retryDelayMs({ attempts: failures, firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS })
}
