import pg from 'pg'

const ANSWER_WITHIN_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000
/** The lock of a vanished machine is free within half a minute. */
const NOTICE_DEATH =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

const KEYS = {
  'edition writer': 0x45646974, // "Edit"
  'bounce mailbox': 0x426f756e, // "Boun"
  'log witnesses': 0x5769746e, // "Witn"
} as const

/** Held by its own connection: it ends with the process, even after a crash. */
export interface SessionLock {
  /** False while another process has it. Throws if the database can't be reached. */
  take(): Promise<boolean>
  /** False after its connection broke: another process may have the lock. */
  isHeld(): boolean
  release(): Promise<void>
}

export function sessionLock(url: string, name: keyof typeof KEYS): SessionLock {
  let client: pg.Client | undefined
  let isHeld = false

  async function connected(): Promise<pg.Client> {
    if (client !== undefined) return client
    const opening = new pg.Client({
      connectionString: url,
      application_name: `candor ${name}`,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    })
    const lose = () => {
      if (client === opening) void release()
    }
    opening.on('error', lose)
    opening.on('end', lose)
    client = opening
    await opening.connect()
    await opening.query(NOTICE_DEATH)
    return opening
  }

  async function release() {
    isHeld = false
    const leaving = client
    client = undefined
    await leaving?.end().catch(() => {})
  }

  return {
    take: async () => {
      if (isHeld) return true
      try {
        const asked = await connected()
        const { rows } = await asked.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
          KEYS[name],
        ])
        isHeld = rows[0]?.taken === true && client === asked
        return isHeld
      } catch (error) {
        await release()
        throw error
      }
    },
    isHeld: () => isHeld,
    release,
  }
}
