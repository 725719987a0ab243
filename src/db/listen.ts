import pg from 'pg'
import { EDITION_CHANNEL } from './edition.ts'

const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

export interface Listener {
  stop(): Promise<void>
}

/**
 * If the connection breaks, it reports that once and ends. The caller polls the database and listens again.
 */
export async function listenForEditions(
  url: string,
  { onEdition, onLost }: { onEdition: () => void; onLost: () => void },
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'candor listener',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The connection can be silent for days. Without this, the operating system would only check it after
    // two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  })
  let isDone = false
  const lose = () => {
    if (isDone) return
    isDone = true
    client.end().catch(() => {})
    onLost()
  }
  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', onEdition)
  try {
    await client.connect()
    await client.query(`listen ${EDITION_CHANNEL}`)
  } catch (error) {
    lose()
    throw error
  }
  return {
    stop: async () => {
      isDone = true
      await client.end().catch(() => {})
    },
  }
}
