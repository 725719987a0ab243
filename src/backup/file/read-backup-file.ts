import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform, Writable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BackupRefused } from '../backup-refused.ts'
import {
  ABOUT_FILE,
  BACKUP_VERSION,
  MANIFEST_DIGEST_FILE,
  MANIFEST_FILE,
  type Manifest,
  type ManifestTable,
  parseManifest,
  versionOf,
} from './manifest.ts'
import { readTar, type TarReader } from './tar-reader.ts'
import { sha256 } from './write-backup-file.ts'

export interface OpenBackup {
  path: string
  manifest: Manifest
  /** The rows of a table; the stream fails at its end if they are not what was written. */
  rowsOf(name: string): Readable
}

/** Whatever is wrong with the file is said in one line, as a `BackupRefused`. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const tar = await readTar(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(cannotRead(path, error))
  })
  const manifest = await readManifest(tar, path)
  return { path, manifest, rowsOf: (name) => rowsOf(tar, path, tableOf(manifest, name)) }
}

/** Reads every row and compares it with its digest; nothing is kept. */
export async function checkBackup(backup: OpenBackup): Promise<void> {
  for (const { name } of backup.manifest.tables) {
    await piped(backup.rowsOf(name), new Writable({ write: (_chunk, _encoding, done) => done() }))
  }
}

async function readManifest(tar: TarReader, path: string): Promise<Manifest> {
  const version = tar.has(ABOUT_FILE) ? versionOf(await tar.text(ABOUT_FILE)) : undefined
  if (version === undefined) throw new BackupRefused(`${path} is no backup of Candor.`)
  if (version > BACKUP_VERSION) {
    throw new BackupRefused(
      `${path} was made by a newer version of Candor (its format is ${version}, this one knows ${BACKUP_VERSION}): restore it with that version.`,
    )
  }
  const isWhole = tar.isWhole && tar.has(MANIFEST_FILE) && tar.has(MANIFEST_DIGEST_FILE)
  if (!isWhole) throw new BackupRefused(`${path} breaks off or is damaged: take another backup.`)
  const text = await tar.text(MANIFEST_FILE)
  const [digest] = (await tar.text(MANIFEST_DIGEST_FILE)).split(' ')
  const manifest = digest === sha256(text) ? parseManifest(text) : undefined
  if (manifest === undefined)
    throw new BackupRefused(`${path} is damaged (its manifest): take another backup.`)
  const missing = manifest.tables.find(({ file }) => !tar.has(file))
  if (missing !== undefined) throw damaged(path, missing.name)
  return manifest
}

function rowsOf(tar: TarReader, path: string, { name, file, sha256 }: ManifestTable): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(undefined, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : damaged(path, name))
    },
  })
  const unpacking = createGunzip()
  // What is left of a damaged file is found by whoever reads: as a word of ours, not of zlib.
  unpacking.once('error', () => through.destroy(damaged(path, name)))
  return pipeline(tar.stream(file), unpacking, through, () => {})
}

function tableOf({ tables }: Manifest, name: string): ManifestTable {
  const table = tables.find((table) => table.name === name)
  if (table === undefined) throw new Error(`There is no table ${name} in the backup`)
  return table
}

function damaged(path: string, table: string): BackupRefused {
  return new BackupRefused(`${path} is damaged (the rows of ${table}): take another backup.`)
}

function cannotRead(path: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return `There is no file ${path}.`
    case 'EISDIR':
      return `${path} is a folder: name a file in it.`
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read by this user.`
    default:
      return `${path} cannot be read: ${message}`
  }
}
