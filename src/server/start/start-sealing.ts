import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { countLocked, resealAll } from '../../db/at-rest/reseal.ts'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { MINUTE_MS } from '../../domain/time.ts'

const LOOK_EVERY_MS = 5 * MINUTE_MS

/** The counts of a database in which every secret can be decrypted. */
const NOTHING = '{}'

export const LOCKED =
  'Secrets in the database are encrypted with a key that is not in SECRETS_KEY or SECRETS_KEY_OLD: channels, app codes and mail that need them must wait'

/** Runs repeatedly: a restore, or a process with other settings, may bring back secrets in plain text. */
export function startSealing({
  db,
  vault,
  seals,
  log,
  everyMs = LOOK_EVERY_MS,
}: {
  db: Kysely<DB>
  vault: Vault
  seals: boolean
  log: Logger
  everyMs?: number
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let reported = NOTHING
  let looking = Promise.resolve()

  async function look() {
    if (stopping.signal.aborted) return
    if (seals) {
      const rows = await resealAll(db, vault, { signal: stopping.signal })
      if (rows > 0) log.info({ rows }, 'Encrypted secrets in the database with SECRETS_KEY')
    }
    const locked = Object.fromEntries(
      (await countLocked(db, vault)).map(({ place, count }) => [place, count]),
    )
    const state = JSON.stringify(locked)
    if (state === reported) return
    reported = state
    if (state === NOTHING) log.info('All secrets in the database can be decrypted again')
    else log.error({ locked }, LOCKED)
  }

  function lookNext() {
    looking = looking.then(look).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'Secrets in the database could not be checked')
    })
  }
  lookNext()
  const timer = setInterval(lookNext, everyMs)
  timer.unref()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await looking
    },
  }
}
