import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connect } from './connect.ts'

export type OwnerLock = { client: Client; lost: Promise<void> }
export type LockOutcome = { kind: 'taken'; lock: OwnerLock } | { kind: 'held' } | { kind: 'unreachable' }

const LOCK_KEY = 0x43616e64 // "Cand"
const RETRY_MS = 100
// PostgreSQL takes a moment to notice that an owner was killed.
const RETRIES = 20

export async function takeOwnerLock(socket: string): Promise<LockOutcome> {
  const connected = await connect(socket, 'postgres')
  if (connected.kind !== 'connected') return { kind: 'unreachable' }
  const { client } = connected
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      if (await tryLock(client)) return { kind: 'taken', lock: { client, lost } }
      await sleep(RETRY_MS)
    }
    await client.end()
    return { kind: 'held' }
  } catch {
    await client.end().catch(() => {})
    return { kind: 'unreachable' }
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK_KEY,
  ])
  return rows[0]?.taken === true
}
