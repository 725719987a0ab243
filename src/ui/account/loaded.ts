/** G-20: every load ends as content or as a visible failure with a retry. */
export type Loaded<T> = { kind: 'loaded'; value: T } | LoadFailed

export interface LoadFailed {
  kind: 'failed'
  message: string
  /** The site refused: retrying won't help. */
  isRefused?: true
}

export class RefusedRead extends Error {}

/** G-21: failures are returned for the screen and logged to the browser console; the server has its own log. */
export async function attempt<T>(what: string, load: Promise<T>): Promise<Loaded<T>> {
  try {
    return { kind: 'loaded', value: await load }
  } catch (error) {
    if (typeof document !== 'undefined') console.error(`Loading ${what} failed:`, error)
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, ...(error instanceof RefusedRead && { isRefused: true as const }) }
  }
}
