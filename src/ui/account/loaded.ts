/** G-20: every load ends as content or as a failure that the reader sees and can retry. */
export type Loaded<T> = { kind: 'loaded'; value: T } | LoadFailed

export interface LoadFailed {
  kind: 'failed'
  message: string
  /** The site answered that it cannot give this: asking again would not help. */
  isRefused?: true
}

/** An answer that says no. */
export class RefusedRead extends Error {}

/** G-21: a failure is kept for the screen and told to the browser's console; the server has its own log. */
export async function attempt<T>(what: string, load: Promise<T>): Promise<Loaded<T>> {
  try {
    return { kind: 'loaded', value: await load }
  } catch (error) {
    if (typeof document !== 'undefined') console.error(`Loading ${what} failed:`, error)
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, ...(error instanceof RefusedRead && { isRefused: true as const }) }
  }
}
