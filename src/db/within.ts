/**
 * For callers that can't wait. The server enforces the statement timeout, but a connection to a frozen or vanished
 * server hangs for a quarter of an hour.
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    // After this process has stalled, timers run before answers that arrived meanwhile are read. Those get
    // one more turn.
    timer = setTimeout(() => setImmediate(() => reject(new DatabaseSilent(limitMs))), limitMs)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

export class DatabaseSilent extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`)
  }
}
