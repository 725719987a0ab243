import type { Worker } from 'node:worker_threads'
import { LineIsFull } from '../turns.ts'
import { type Argon2Answer, type Argon2Task, argon2Worker, CURRENT_PREFIX } from './argon2-worker.ts'

/** Hashing costs 20 ms and 19 MiB. It runs one at a time, so that a flood of sign-ins leaves the rest to readers. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash, does the same work and returns false, so that timing doesn't reveal whether the account exists. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
  stop(): Promise<void>
}

/** About six seconds of work, the longest anyone should wait for a page. */
const LONGEST_LINE = 300

/** Matches no known password. */
const NO_ACCOUNT = `${CURRENT_PREFIX}pSn0+Z1rJ3vOB0Bf1Gf2Xw$QzdW0DkB7QGPmKKpFhYf0D9vVO1yHn0ZpVzQkq9qQ2I`

/** Outdated hashes are replaced at sign-in, when the password is available. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(CURRENT_PREFIX)
}

export function makePasswords({ longestLine = LONGEST_LINE, makeWorker = argon2Worker } = {}): Passwords {
  const line: Waiting[] = []
  let current: Waiting | undefined
  let worker: Worker | undefined
  let isStopped = false

  function ask(task: Argon2Task): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      if (isStopped || line.length >= longestLine) return reject(new LineIsFull())
      line.push({ task, resolve, reject })
      next()
    })
  }

  function next() {
    if (current !== undefined) return
    current = line.shift()
    if (current === undefined) return void worker?.unref()
    worker ??= start()
    worker.ref()
    worker.postMessage(current.task)
  }

  function start() {
    const started = makeWorker()
    started.on('message', (answer: Argon2Answer) => {
      if (answer.kind === 'done') settle(({ resolve }) => resolve(answer.value))
      else settle(({ reject }) => reject(new Error(answer.message)))
    })
    const died = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      settle(({ reject }) => reject(error))
    }
    started.on('error', died)
    started.on('exit', () => died(new Error('The thread that hashes passwords ended')))
    return started
  }

  function settle(finish: (waiting: Waiting) => void) {
    const settled = current
    current = undefined
    if (settled !== undefined) finish(settled)
    next()
  }

  return {
    hash: async (password) => (await ask({ kind: 'hash', password: composed(password) })) as string,
    verify: async (password, hash) => {
      const task = { kind: 'verify', password: composed(password), hash: hash ?? NO_ACCOUNT } as const
      return (await ask(task)) === true && hash != null
    },
    stop: async () => {
      isStopped = true
      for (const { reject } of line.splice(0)) reject(new LineIsFull())
      await worker?.terminate()
    },
  }
}

interface Waiting {
  task: Argon2Task
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}

/** Accents can be composed in different ways, and all have to match. */
function composed(password: string) {
  return password.normalize('NFC')
}
