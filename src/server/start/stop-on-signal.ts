import { refuse } from './console-lines.ts'

const STOP_WITHIN_MS = 15_000

/** A closed terminal sends SIGHUP. The embedded database would go on without us: it has a session of its own. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Stopping {
  signal: AbortSignal
  begin(): void
}

/** Install it before anything is opened: a database that is being created must be stopped like a running one. */
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
    setTimeout(() => refuse(tooLong), drainSeconds * 1_000 + STOP_WITHIN_MS).unref()
    await stop()
    say('Stopped.')
    process.exit(0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, () => void end())
  return { signal: asked.signal, begin: () => void end() }
}
