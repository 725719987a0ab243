import { resolve } from 'node:path'
import { STOP_SIGNALS } from '../start/stop-on-signal.ts'

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
