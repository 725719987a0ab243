import { endDemo, endDemoCredentials } from '../../accounts/sign-on/end-demo.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { type Connection, connect } from '../../db/connect.ts'
import { turnDemoOpenness } from '../../db/demo.ts'
import { catchUpLog } from '../../db/edition.ts'
import { knownCause } from '../../db/embedded/explain.ts'
import { startEmbedded } from '../../db/embedded/start-embedded.ts'
import { isDatabaseLost } from '../../db/is-database-lost.ts'
import { compareOldVersions } from '../../db/log/note-versions.ts'
import { openLogKey } from '../../db/log/read-log.ts'
import { migrate } from '../../db/migrate.ts'
import { LockedSecret } from '../../db/secrets.ts'
import { type EndedCredentials, hasEnded } from '../../db/staff.ts'
import { loadDemo } from '../../demo/load-demo.ts'
import { logHost } from '../../domain/log/log-entry.ts'
import { makePrivateKey } from '../../edition/file/edition-keys.ts'
import type { Config } from '../config.ts'
import { isOpenToAnyone, signOnOf } from '../sign-on/staff-sign-on.ts'
import type { Opened } from './opened.ts'
import type { StartOptions } from './start-site.ts'

export type DatabaseOutcome =
  | { kind: 'ready'; url: string }
  | { kind: 'away'; url: string; line: string }
  | { kind: 'refused'; line: string }

export async function openDatabase(options: StartOptions, opened: Opened): Promise<DatabaseOutcome> {
  const { config, report } = options
  const database = await findOrStart(config, report)
  if (database.kind === 'refused') return database
  opened.add(database.stop)

  const connection = connect(database.url)
  try {
    const prepared = await prepare(connection, options)
    if (prepared.kind === 'ready') return { kind: 'ready', url: database.url }
    // The embedded server is on this machine: if it can't be reached, something else is wrong.
    const isAway = prepared.kind === 'away' && config.databaseUrl !== undefined
    const isEmbedded = config.databaseUrl === undefined
    const line = (isEmbedded && knownCause(config.dataDir, prepared.line)) || prepared.line
    return isAway ? { kind: 'away', url: database.url, line } : { kind: 'refused', line }
  } finally {
    await connection.close()
  }
}

export function joinLater(url: string, options: StartOptions): () => Promise<void> {
  let joining: Promise<void> | undefined

  async function join() {
    const connection = connect(url)
    try {
      const prepared = await prepare(connection, options)
      // Temporary failures are retried while readers are served.
      if (prepared.kind === 'refused') options.onRefused?.(prepared.line)
      if (prepared.kind !== 'ready') throw new Error(prepared.line)
    } finally {
      await connection.close()
    }
  }

  return () => {
    joining ??= join().catch((error) => {
      joining = undefined
      throw error
    })
    return joining
  }
}

async function findOrStart({ databaseUrl, dataDir }: Config, report: (line: string) => void) {
  if (databaseUrl === undefined) return startEmbedded({ dataDir, report })
  return { kind: 'started' as const, url: databaseUrl, stop: async () => {} }
}

type Prepared = { kind: 'ready' } | { kind: 'away' | 'failed' | 'refused'; line: string }

async function prepare(connection: Connection, options: StartOptions): Promise<Prepared> {
  const unreachable = await findUnreachable(connection, options.config)
  if (unreachable !== undefined) return unreachable
  try {
    return await makeReady(connection, options)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    const isAway = isDatabaseLost(error)
    // A full disk, a read-only standby. An error that isn't from the database is a bug.
    if (!isAway && typeof code !== 'string') throw error
    return { kind: isAway ? 'away' : 'failed', line: `Cannot prepare the database: ${message}.` }
  }
}

async function makeReady(
  { db }: Connection,
  { config, report, clock = () => new Date() }: StartOptions,
): Promise<Prepared> {
  const migrated = await migrate(db)
  if (migrated.kind !== 'migrated') return migrated
  if (config.hasDemo) {
    const loaded = await loadDemo(db, { now: clock() })
    if (loaded === 'loaded')
      report('Loaded the demo content of the provider Northwall (DEMO=0 leaves it out).')
    if (loaded === 'moved') report('Moved the demo content to today.')
    if (loaded === 'completed') report('Added what is new to the demo content.')
  }
  await openLogKey(db, makeVault(config.secretsKeys), {
    make: makePrivateKey,
    host: logHost(config.publicUrl),
  }).catch((error: unknown) => {
    // Reported where other encrypted values are reported. The log grows all the same, without new
    // checkpoints.
    if (!(error instanceof LockedSecret)) throw error
  })
  await compareOldVersions(db)
  await catchUpLog(db, { now: clock() })
  const isOpen = isOpenToAnyone(config)
  const wasOpen = await turnDemoOpenness(db, { isOpen, at: clock() })
  const ended =
    signOnOf(config) !== 'demo'
      ? await endDemo(db, clock())
      : wasOpen && !isOpen
        ? await endDemoCredentials(db, clock())
        : undefined
  if (ended !== undefined && hasEnded(ended))
    report(`Revoked credentials that demo identities had created: ${endedWords(ended)}.`)
  return { kind: 'ready' }
}

function endedWords(ended: EndedCredentials) {
  const words = Object.entries(ended).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
  return words.join(', ')
}

/** Names the host but never the password. */
async function findUnreachable({ pool }: Connection, { databaseUrl }: Config): Promise<Prepared | undefined> {
  try {
    const client = await pool.connect()
    client.release()
    return undefined
  } catch (error) {
    const where = databaseUrl === undefined ? 'the embedded database' : hostOf(databaseUrl)
    const why = (error as Error).message || (error as { code?: string }).code
    const advice = databaseUrl === undefined ? '' : ' Check DATABASE_URL and whether the server runs.'
    const line = `Cannot reach ${where}: ${why}.${advice}`
    // Retried while readers are served: a server that comes back may not know its users immediately.
    return { kind: isMistyped(error) ? 'failed' : 'away', line }
  }
}

/**
 * The server answered: wrong user, password or database. A start from an old edition file must not hide
 * that.
 */
function isMistyped(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(28...|3D000)$/.test(code)
}

function hostOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  return `the database at ${url.searchParams.get('host') ?? (url.host || 'localhost')}`
}
