/**
 * For those who cannot wait. A statement has its own time limit, but that is kept by the server: a connection to one
 * that froze or vanished answers nothing for a quarter of an hour.
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseSilent(limitMs)), limitMs)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

export class DatabaseSilent extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`)
  }
}
