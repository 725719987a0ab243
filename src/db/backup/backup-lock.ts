import { withSteadyClient } from './steady-client.ts'

const BACKUP_LOCK_KEY = 0x4261636b // "Back"

/** The lock has its own connection and ends with the process. */
export function withBackupLock<T>(
  url: string,
  work: () => Promise<T>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ kind: 'done'; value: T } | { kind: 'held' }> {
  return withSteadyClient(
    url,
    async (client) => {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        BACKUP_LOCK_KEY,
      ])
      if (rows[0]?.taken !== true) return { kind: 'held' as const }
      return { kind: 'done' as const, value: await work() }
    },
    { signal },
  )
}
