import { resolve } from 'node:path'

/** npm runs its scripts in the folder of the package, and tells from which folder it was called. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** Ctrl-C lets the work clean up after itself; asked for twice, it ends at once. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}
