import { join } from 'node:path'
import type { Client } from 'pg'
import { countLocked } from '../db/at-rest/reseal.ts'
import type { Vault } from '../db/at-rest/vault.ts'
import { migrationNames, sequenceValues, tableNames } from '../db/backup/catalog.ts'
import { setSequences } from '../db/backup/fill-schema.ts'
import { laterValues } from '../db/backup/later-values.ts'
import {
  buildSchema,
  dropSchema,
  routineNames,
  takeOver,
  unknownMigrations,
} from '../db/backup/replace-schema.ts'
import { type Restored, settleRestored } from '../db/backup/settle-restored.ts'
import { readStand } from '../db/backup/snapshot.ts'
import { kyselyOn, withSteadyClient } from '../db/backup/steady-client.ts'
import { type WhatIsThere, whatIsThere } from '../db/backup/what-is-there.ts'
import { safetyName } from './backup-names.ts'
import { BackupRefused } from './backup-refused.ts'
import { checkBackup, openBackup } from './file/read-backup-file.ts'
import { writeBackupFile } from './file/write-backup-file.ts'
import { intoPlace } from './into-place.ts'
import { loadBackup, refuseNewer } from './load-backup.ts'

export interface RestoreWish {
  databaseUrl: string
  /** The backup. */
  file: string
  /** Of an encrypted one; what is kept before it is replaced is encrypted, too. */
  passphrase?: string | undefined
  /** With a passphrase, one that is not encrypted is refused unless somebody says so. */
  mayBePlain?: boolean | undefined
  /** Of the site that it is restored for: what that cannot open is told. */
  vault: Vault
  /** What is there may be replaced. */
  mayReplace: boolean
  /** Where what is there is kept before it is replaced. Undefined: it is not. */
  safetyFolder: string | undefined
  /** What waited to be sent when the backup was made is not sent. */
  isQuiet: boolean
  now: Date
  signal?: AbortSignal | undefined
  /** A plain line for the person who waits. */
  report: (line: string) => void
}

/** The whole backup or nothing: one transaction, in which nobody else reads or writes. Throws a `BackupRefused`. */
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
  // Before anything is touched: a damaged file is found while all is as it was.
  const backup = await openBackup(file, wish)
  refuseNewer(file, backup.manifest.migrations)
  await checkBackup(backup)
  return withSteadyClient(
    databaseUrl,
    async (client) => {
      await lookAt(client, wish)
      await takeOver(client)
      const there = await lookAt(client, wish)
      if (there.kind === 'site') await keepSafe(client, wish)
      const replaced = { stand: await readStand(client), things: await thingsOf(client) }
      await dropSchema(client)
      const { unknown } = await loadBackup(client, backup)
      await buildSchema(client)
      await refuseToDropOthers(client, replaced.things)
      const { sequences = [], edition } = replaced.stand ?? {}
      await setSequences(client, laterValues(await sequenceValues(client), sequences))
      const restored = await settleRestored(client, {
        now: wish.now,
        madeAt: new Date(backup.manifest.madeAt),
        isQuiet: wish.isQuiet,
        replacedEdition: edition?.number ?? 0,
      })
      onCommit()
      await client.query('commit')
      for (const name of unknown)
        wish.report(`The rows of ${name}, which is no table of Candor, stay in the backup.`)
      // The server does so by itself a little later; readers would wait for it meanwhile.
      await client.query('analyze').catch(() => {})
      await tellLocked(client, wish)
      return restored
    },
    { signal },
  )
}

/** Sealed values come back as they were, so the key that sealed them is needed, too. */
async function tellLocked(client: Client, { vault, report }: RestoreWish): Promise<void> {
  const locked = await countLocked(kyselyOn(client), vault).catch(() => [])
  if (locked.length === 0) return
  const places = locked.map(({ place, count }) => `${count} in ${place}`).join(', ')
  report(
    `Some secrets are sealed with a key that is not in SECRETS_KEY or SECRETS_KEY_OLD (${places}): channels, app codes and mail that need them wait until you set it.`,
  )
}

/** What a restore may not replace, it does not touch. */
async function lookAt(client: Client, { mayReplace }: RestoreWish): Promise<WhatIsThere> {
  const unknown = unknownMigrations((await migrationNames(client)) ?? [])
  if (unknown.length > 0) {
    throw new BackupRefused(
      `This database was last used by a newer version of Candor (it knows ${unknown.join(', ')}): restore with that version.`,
    )
  }
  const there = await whatIsThere(client)
  if (there.kind === 'others') {
    throw new BackupRefused(
      `The database has tables that are not Candor's (${there.tables.slice(0, 3).join(', ')}): give it one of its own.`,
    )
  }
  if (there.kind === 'site' && !mayReplace) {
    throw new BackupRefused(`The database has ${inWords(there)}. --yes replaces all of it, after a backup.`)
  }
  return there
}

/** On the same connection, with everybody else waiting: what is replaced is what is kept, to the last row. */
async function keepSafe(client: Client, wish: RestoreWish): Promise<void> {
  const { safetyFolder, passphrase, now, signal } = wish
  if (safetyFolder === undefined) return
  const file = join(safetyFolder, safetyName(now))
  await intoPlace(file, (path) => writeBackupFile(client, { path, now, passphrase, signal }))
  wish.report(`What is there now was backed up to ${file}.`)
}

async function thingsOf(client: Client): Promise<string[]> {
  return [...(await tableNames(client)), ...(await routineNames(client))]
}

/** No version has ever taken a table or a function away for good, so what does not come back was not Candor's. */
async function refuseToDropOthers(client: Client, before: readonly string[]): Promise<void> {
  const after = await thingsOf(client)
  const others = before.filter((name) => !after.includes(name))
  if (others.length === 0) return
  throw new BackupRefused(
    `The database has what is not Candor's (${others.slice(0, 3).join(', ')}): move it to another schema, then restore.`,
  )
}

function inWords(there: WhatIsThere & { kind: 'site' }): string {
  const { provider, records, accounts, newestPublication } = there
  const newest =
    newestPublication === null ? 'nothing published' : `published last ${newestPublication.toISOString()}`
  return `the site of ${provider ?? 'a provider without a name'}: ${records} records, ${accounts} accounts, ${newest}`
}
