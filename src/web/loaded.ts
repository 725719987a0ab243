/** G-20: every load ends as content or as a failure that the reader sees and can retry. */
export type Loaded<T> = { kind: 'loaded'; value: T } | { kind: 'failed'; message: string }

/** G-21: a failure is kept for the screen and told to the browser's console; the server has its own log. */
export async function attempt<T>(what: string, load: Promise<T>): Promise<Loaded<T>> {
  try {
    return { kind: 'loaded', value: await load }
  } catch (error) {
    if (typeof document !== 'undefined') console.error(`Loading ${what} failed:`, error)
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
