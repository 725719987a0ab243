import { resolve } from 'node:path'
import { type Borrowed, borrowEmbedded } from '../../db/embedded/borrow-embedded.ts'
import { findRunning } from '../../db/embedded/find-running.ts'
import type { Config } from '../config.ts'
import { STOP_SIGNALS } from '../start/stop-on-signal.ts'

export const FAILED = 1
export const WRONG_COMMAND = 2

export function say(line: string): number {
  console.log(line)
  return 0
}

export function complain(code: number, line: string): number {
  console.error(line)
  return code
}

/** npm runs scripts in the package folder and passes the caller's folder in INIT_CWD. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** The first Ctrl-C lets the work clean up; the second one ends the process immediately. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of STOP_SIGNALS) process.once(name, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, stop)
  }
}

export async function runningDatabase({ databaseUrl, dataDir }: Config) {
  return databaseUrl === undefined ? findRunning(dataDir) : { kind: 'running' as const, url: databaseUrl }
}

export async function borrowedDatabase(
  { databaseUrl, dataDir }: Config,
  report: (line: string) => void = console.log,
): Promise<Borrowed> {
  if (databaseUrl === undefined) return borrowEmbedded({ dataDir, mayCreate: false, report })
  return { kind: 'open', url: databaseUrl, isOurs: false, close: async () => {} }
}
