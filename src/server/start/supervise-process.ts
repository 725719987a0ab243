import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { retryDelayMs } from '../../domain/retry-delay.ts'

const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 30_000
/** A process that lived this long had no trouble starting. */
const LIVED_WELL_MS = 60_000
/** Shorter than the limit for stopping the whole site. */
const STOP_WITHIN_MS = 12_000

export interface SuperviseOptions {
  drainSeconds?: number
  start(): ChildProcess
  onDeath(how: { code: number | null; signal: string | null; restartMs: number }): void
}

export interface SupervisedProcess {
  stop(): Promise<void>
}

export function superviseProcess({ start, onDeath, drainSeconds = 0 }: SuperviseOptions): SupervisedProcess {
  let child: ChildProcess | undefined
  let restarting: NodeJS.Timeout | undefined
  let deaths = 0
  let stopping: Promise<void> | undefined

  function begin() {
    const startedAt = performance.now()
    const beginAgain = (code: number | null, signal: string | null) => {
      if (stopping !== undefined) return
      if (performance.now() - startedAt > LIVED_WELL_MS) deaths = 0
      const restartMs = retryDelayMs({
        attempts: ++deaths,
        firstMs: FIRST_RESTART_MS,
        longestMs: LONGEST_RESTART_MS,
      })
      onDeath({ code, signal, restartMs })
      restarting = setTimeout(begin, restartMs)
    }
    try {
      const started = start()
      child = started
      started.once('exit', beginAgain)
      // If the system refuses to create a process, there is no `exit` event.
      started.once('error', () => started.pid === undefined && beginAgain(null, null))
    } catch {
      beginAgain(null, null)
    }
  }

  async function end() {
    clearTimeout(restarting)
    if (child === undefined || child.pid === undefined) return
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child?.kill('SIGKILL'), drainSeconds * 1_000 + STOP_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }

  begin()
  return {
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}
