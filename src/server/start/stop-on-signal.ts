/** What is under way gets this long to finish after a stop is asked for. */
const STOP_WITHIN_MS = 15_000

export interface Stopping {
  /** Aborted as soon as a stop is asked for. */
  signal: AbortSignal
  /** The same stop, for those who ask in another way. */
  begin(): void
}

/** From the first moment on: a database that is being made must be stopped like one that runs. */
export function stopOnSignal(
  stop: () => Promise<void>,
  {
    tooLong,
    say = () => {},
    drainSeconds = 0,
  }: { tooLong: string; say?: (line: string) => void; drainSeconds?: number },
): Stopping {
  const asked = new AbortController()
  const end = async () => {
    if (asked.signal.aborted) return
    asked.abort()
    say('Stopping …')
    setTimeout(
      () => {
        console.error(tooLong)
        process.exit(1)
      },
      drainSeconds * 1_000 + STOP_WITHIN_MS,
    ).unref()
    await stop()
    say('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  return { signal: asked.signal, begin: () => void end() }
}
