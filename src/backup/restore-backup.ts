import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Client } from 'pg'
import { countLocked } from '../db/at-rest/reseal.ts'
import type { Vault } from '../db/at-rest/vault.ts'
import { migrationNames, sequenceValues, tableNames } from '../db/backup/catalog.ts'
import { type DatabaseContent, databaseContent } from '../db/backup/database-content.ts'
import { setSequences } from '../db/backup/fill-schema.ts'
import { laterValues, valuesWithGap } from '../db/backup/later-values.ts'
import {
  buildSchema,
  dropSchema,
  routineNames,
  takeOver,
  unknownMigrations,
} from '../db/backup/replace-schema.ts'
import {
  bringLogBack,
  hasLoggedFaces,
  type LogEnd,
  type ReplacedLog,
  setLogAside,
} from '../db/backup/replaced-log.ts'
import { type Restored, settleRestored } from '../db/backup/settle-restored.ts'
import { readDatabaseState } from '../db/backup/snapshot.ts'
import { kyselyOn, transactionOn, withSteadyClient } from '../db/backup/steady-client.ts'
import { redactedSinceBackup, setBackLog } from '../db/log/set-back-log.ts'
import { safetyName } from './backup-names.ts'
import { BackupRefused } from './backup-refused.ts'
import { checkBackup, type OpenBackup, openBackup } from './file/read-backup-file.ts'
import { writeBackupFile } from './file/write-backup-file.ts'
import { intoPlace } from './into-place.ts'
import { loadBackup, refuseNewer } from './load-backup.ts'
import { type LogCopy, takeLogBack } from './take-log-back.ts'

export interface RestoreWish {
  databaseUrl: string
  file: string
  /** The safety backup is encrypted with it, too. */
  passphrase?: string | undefined
  /** With a passphrase, an unencrypted backup is refused unless this is set. */
  mayBePlain?: boolean | undefined
  vault: Vault
  mayReplace: boolean
  /** Undefined: the replaced data isn't backed up. */
  safetyFolder: string | undefined
  /** Messages that were queued at the time of the backup aren't sent. */
  isQuiet: boolean
  /** Where the public log continues from if the replaced database doesn't have it. Undefined: nowhere. */
  logCopy?: LogCopy | undefined
  now: Date
  signal?: AbortSignal | undefined
  report: (line: string) => void
}

/** All or nothing, in one transaction that locks out all others. Throws a `BackupRefused`. */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  const { signal } = wish
  let isCommitting = false
  try {
    return await replaceAll(wish, () => {
      isCommitting = true
    })
  } catch (error) {
    const isUndone = signal?.aborted === true && !isCommitting
    if (isUndone) throw new BackupRefused('The restore was interrupted; nothing was changed.')
    throw error
  }
}

async function replaceAll(wish: RestoreWish, onCommit: () => void): Promise<Restored> {
  const { file, databaseUrl, signal } = wish
  // Detects a damaged file before anything is changed.
  const backup = await openBackup(file, wish)
  refuseNewer(file, backup.manifest.migrations)
  await checkBackup(backup)
  return withSteadyClient(
    databaseUrl,
    async (client) => {
      await checkTarget(client, wish)
      await takeOver(client)
      const content = await checkTarget(client, wish)
      if (content.kind === 'site') await backUpFirst(client, wish)
      const replaced = {
        state: await readDatabaseState(client),
        objects: await objectNames(client),
        log: await setLogAside(client, await logIn(backup)),
      }
      await dropSchema(client)
      const { unknown } = await loadBackup(client, backup)
      await buildSchema(client)
      await refuseToDropOthers(client, replaced.objects)
      const { sequences = [], edition } = replaced.state ?? {}
      const restoredValues = await sequenceValues(client)
      await setSequences(
        client,
        content.kind === 'site' ? laterValues(restoredValues, sequences) : valuesWithGap(restoredValues),
      )
      const log = await restoreLog(client, replaced.log, wish)
      const redacted = await redactedSinceBackup(transactionOn(client))
      const madeAt = new Date(backup.manifest.madeAt)
      const restored = await settleRestored(client, {
        now: wish.now,
        madeAt,
        isQuiet: wish.isQuiet,
        replacedEdition: Math.max(edition?.number ?? 0, log.edition),
        isIntoEmpty: content.kind !== 'site',
      })
      if (log.continues)
        await setBackLog(transactionOn(client), { edition: restored.edition, at: wish.now, to: madeAt })
      onCommit()
      await client.query('commit')
      for (const name of unknown)
        wish.report(`The rows of ${name}, which isn’t a Candor table, are not restored.`)
      if (redacted.length > 0) wish.report(shownAgain(redacted))
      // The server would do this a little later, but readers would wait meanwhile.
      await client.query('analyze').catch(() => {})
      await reportLocked(client, wish)
      return restored
    },
    { signal },
  )
}

/** Undefined in backups of earlier releases. */
async function logIn({ manifest, rowsOf }: OpenBackup): Promise<LogEnd | undefined> {
  const columns = manifest.tables.find(({ name }) => name === 'log_head')?.columns
  if (columns === undefined) return undefined
  const [row = ''] = (await textOf(rowsOf('log_head'))).split('\n')
  const values = row.split('\t')
  const valueIn = (name: string) => values[columns.indexOf(name)] ?? ''
  return { log_id: valueIn('log_id'), size: Number(valueIn('size')) }
}

interface RestoredLog {
  /**
   * The log has every entry that was ever signed. Otherwise a new one begins with the next publication or
   * start.
   */
  continues: boolean
  /** The newest edition in entries that the replaced database may not have had. */
  edition: number
}

/** The replaced database knows everything that was signed. A copy may lack the last entries. */
async function restoreLog(
  client: Client,
  replaced: ReplacedLog | undefined,
  { logCopy, report }: RestoreWish,
): Promise<RestoredLog> {
  const brought = replaced && (await bringLogBack(client, replaced))
  if (brought !== undefined && replaced?.head.is_current === true)
    return { continues: brought === 'whole', edition: 0 }
  if (!(await hasLoggedFaces(client))) return { continues: false, edition: 0 }
  const taken = logCopy === undefined ? undefined : await takeLogBack(client, logCopy)
  if (logCopy === undefined || taken?.kind !== 'taken') {
    if (taken?.kind === 'unusable') report(`The public log at ${logCopy?.where} can’t be used: ${taken.why}`)
    if (replaced === undefined) report(REDACT_AGAIN)
    return { continues: false, edition: 0 }
  }
  const { entries, until, edition, isNextLog } = taken
  if (entries > 0)
    report(
      `${entries} entries of the public log, the last of ${until}, were taken back in from ${logCopy.where}.`,
    )
  if (isNextLog) report(REDACT_AGAIN)
  if (!logCopy.isNewest) report(MAY_LACK_SOME)
  return { continues: logCopy.isNewest, edition }
}

const MAY_LACK_SOME =
  'A new log begins, because that copy may lack the last entries that readers have seen. If you know that it has all of them, restore again with --log-is-newest.'

/**
 * An empty database doesn't have the redactions since the backup, and a log doesn't have those from before
 * it began.
 */
const REDACT_AGAIN =
  'If versions of posts were redacted from the public log after this backup was made, they are public again: redact them again.'

function shownAgain(records: readonly number[]): string {
  return `Text that was redacted from the public log after this backup was made is public again in these records: ${records.join(', ')}. Correct or withdraw them, then redact again.`
}

async function reportLocked(client: Client, { vault, report }: RestoreWish): Promise<void> {
  const locked = await countLocked(kyselyOn(client), vault).catch(() => [])
  if (locked.length === 0) return
  const places = locked.map(({ place, count }) => `${count} in ${place}`).join(', ')
  report(
    `Some secrets are sealed with a key that is not in SECRETS_KEY or SECRETS_KEY_OLD (${places}): channels, app codes and mail that need them wait until you set it.`,
  )
}

async function checkTarget(client: Client, { mayReplace }: RestoreWish): Promise<DatabaseContent> {
  const unknown = unknownMigrations((await migrationNames(client)) ?? [])
  if (unknown.length > 0) {
    throw new BackupRefused(
      `This database was last used by a newer version of Candor (it knows ${unknown.join(', ')}): restore with that version, or into an empty database.`,
    )
  }
  const content = await databaseContent(client)
  if (content.kind === 'others') {
    throw new BackupRefused(
      `The database has tables that are not Candor's (${content.tables.slice(0, 3).join(', ')}): use a separate database.`,
    )
  }
  if (content.kind === 'site' && !mayReplace) {
    throw new BackupRefused(`The database has ${inWords(content)}. --yes replaces all of it, after a backup.`)
  }
  return content
}

/** While all others are locked out, so that the safety backup is exactly what is replaced. */
async function backUpFirst(client: Client, wish: RestoreWish): Promise<void> {
  const { safetyFolder, passphrase, now, signal } = wish
  if (safetyFolder === undefined) return
  const file = join(safetyFolder, safetyName(now))
  await intoPlace(file, (path) => writeBackupFile(client, { path, now, passphrase, signal }))
  wish.report(`The replaced data was backed up to ${file}.`)
}

async function objectNames(client: Client): Promise<string[]> {
  return [...(await tableNames(client)), ...(await routineNames(client))]
}

/**
 * No version has ever removed a table or function for good, so what the backup doesn't bring back wasn't
 * Candor's.
 */
async function refuseToDropOthers(client: Client, before: readonly string[]): Promise<void> {
  const after = await objectNames(client)
  const others = before.filter((name) => !after.includes(name))
  if (others.length === 0) return
  throw new BackupRefused(
    `The database has other objects (${others.slice(0, 3).join(', ')}): move them to another schema, then restore.`,
  )
}

function inWords(content: DatabaseContent & { kind: 'site' }): string {
  const { provider, records, accounts, newestPublication } = content
  const newest =
    newestPublication === null ? 'nothing published' : `published last ${newestPublication.toISOString()}`
  return `the site of ${provider ?? 'a provider without a name'}: ${records} records, ${accounts} accounts, ${newest}`
}
