import type { Client } from 'pg'
import { connect } from './connect.ts'
import { explainOpening } from './explain.ts'
import type { Refused } from './refused.ts'

/** Makes the role and the database of the site unless they are there, and tries them. */
export async function ensureDatabase(
  owner: Client,
  { socket, dataDir }: { socket: string; dataDir: string },
): Promise<{ kind: 'ready' } | Refused> {
  try {
    const { rowCount: roles } = await owner.query(`select from pg_roles where rolname = 'candor'`)
    // Not a superuser, so that no statement of the site can touch files or programs of the machine.
    if (roles === 0) await owner.query('create role candor login createdb')
    const { rowCount: databases } = await owner.query(`select from pg_database where datname = 'candor'`)
    if (databases === 0) await owner.query('create database candor owner candor')
  } catch (error) {
    return explainOpening(dataDir, error instanceof Error ? error.message : String(error))
  }
  const connected = await connect(socket, 'candor')
  if (connected.kind === 'connected') {
    await connected.client.end().catch(() => {})
    return { kind: 'ready' }
  }
  const message = connected.kind === 'failing' ? connected.message : 'the database candor does not answer'
  return explainOpening(dataDir, message)
}
