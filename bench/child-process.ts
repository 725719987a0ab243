import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Workshop } from './workshop.ts'

const STOP_WITHIN_MS = 20_000
const KEPT_CHARACTERS = 4_000

export interface Running {
  pid: number
  startedAt: number
  /** Both stdout and stderr, and only the end of it. */
  said(): string
  hasEnded(): boolean
  stop(): Promise<void>
}

export function runChild(
  workshop: Workshop,
  [program, ...args]: readonly [string, ...string[]],
  { env, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Running {
  const startedAt = performance.now()
  const child = spawn(program, args, {
    detached: true, // Ctrl-C only reaches us, so that we stop it once and in order
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), ...env },
    ...(cwd !== undefined && { cwd }),
  })
  let said = ''
  let hasEnded = false
  const collect = (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS)
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  child.once('error', (error) => {
    collect(error.message)
    hasEnded = true
  })
  child.once('close', () => {
    hasEnded = true
  })
  const running: Running = {
    pid: child.pid ?? 0,
    startedAt,
    said: () => said,
    hasEnded: () => hasEnded,
    stop: () => (hasEnded ? Promise.resolve() : stop(child)),
  }
  workshop.onLeave(running.stop)
  return running
}

/** As from a shell: without our settings and those of the script runner. */
function bareEnvironment() {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function stop(child: ChildProcess) {
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await closed
  clearTimeout(timer)
}
