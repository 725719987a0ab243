import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Logger } from 'pino'
import type { SettledEvent } from './delivery-tally.ts'

const FIRST_RESTART_MS = 1_000
const LONGEST_RESTART_MS = 30_000
/** One that lived this long had no trouble starting. */
const LIVED_WELL_MS = 60_000
/** Less than a whole site has for its stop. */
const STOP_WITHIN_MS = 12_000

export interface DeliveryProcessOptions {
  /** The program that runs as a worker when its first argument is `deliver`. */
  main: string
  databaseUrl: string
  /** Besides that of this process. */
  env?: Record<string, string>
  log: Logger
  onSettled: (settled: SettledEvent[]) => void
}

/**
 * A worker in a process of its own, which gives way to this one and is started again when it dies. It ends when this one
 * goes, however it goes.
 */
export function startDeliveryProcess({ main, databaseUrl, env, log, onSettled }: DeliveryProcessOptions): {
  stop(): Promise<void>
} {
  let child: ChildProcess | undefined
  let restarting: NodeJS.Timeout | undefined
  let restartMs = FIRST_RESTART_MS
  let stopping: Promise<void> | undefined

  function start() {
    const startedAt = performance.now()
    const own = fork(main, ['deliver'], {
      env: { ...process.env, ...env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = own
    giveWay(own)
    log.info({ worker: own.pid }, 'A worker delivers notifications')
    own.on('message', (settled) => onSettled(settled as SettledEvent[]))
    own.on('error', (error) => log.error({ err: error }, 'The delivery worker cannot be started'))
    own.on('exit', (code, signal) => {
      if (stopping !== undefined) return
      if (performance.now() - startedAt > LIVED_WELL_MS) restartMs = FIRST_RESTART_MS
      log.error({ code, signal, restartMs }, 'The delivery worker died and will be started again')
      restarting = setTimeout(start, restartMs)
      restartMs = Math.min(restartMs * 2, LONGEST_RESTART_MS)
    })
  }

  async function end() {
    clearTimeout(restarting)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }

  start()
  return {
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}

/** Readers come first. */
function giveWay({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is a kindness; it may also be gone already.
  }
}
