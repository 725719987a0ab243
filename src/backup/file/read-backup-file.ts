import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough, pipeline, type Readable, Transform, Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BackupRefused } from '../backup-refused.ts'
import { type BackupCipher, cipherIn, isEncrypted } from './encryption.ts'
import {
  ABOUT_FILE,
  ENCRYPTED_VERSION,
  MANIFEST_DIGEST_FILE,
  MANIFEST_FILE,
  type Manifest,
  type ManifestTable,
  parseManifest,
  versionOf,
} from './manifest.ts'
import { paddingAfter, readTarHeader, TAR_BLOCK_BYTES, type TarMember } from './tar-header.ts'
import { sha256 } from './write-backup-file.ts'

export interface OpenBackup {
  path: string
  manifest: Manifest
  /** The stream fails at its end if the rows don't match the digest. */
  rowsOf(name: string): Readable
}

export async function openBackup(
  path: string,
  {
    passphrase,
    mayBePlain = false,
  }: { passphrase?: string | undefined; mayBePlain?: boolean | undefined } = {},
): Promise<OpenBackup> {
  const tar = await readTar(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(cannotRead(path, error))
  })
  const about = await readAbout(tar, path)
  // An attacker with write access to the backups could plant a file. Only people with the passphrase can encrypt one.
  if (passphrase !== undefined && !mayBePlain && !isEncrypted(about))
    throw new BackupRefused(
      `${path} is not encrypted, although BACKUP_PASSPHRASE is set. If you know where it comes from, use --plain.`,
    )
  const cipher = isEncrypted(about) ? await cipherIn(about, { passphrase, path }) : undefined
  const opened = { tar, path, cipher }
  const manifest = await readManifest(opened)
  return { path, manifest, rowsOf: (name) => rowsOf(opened, tableOf(manifest, name)) }
}

export async function checkBackup(backup: OpenBackup): Promise<void> {
  for (const { name } of backup.manifest.tables) {
    await piped(backup.rowsOf(name), new Writable({ write: (_chunk, _encoding, done) => done() }))
  }
}

interface OpenedArchive {
  tar: TarReader
  path: string
  cipher: BackupCipher | undefined
}

async function readAbout(tar: TarReader, path: string): Promise<string> {
  const about = tar.has(ABOUT_FILE) ? await tar.text(ABOUT_FILE) : ''
  const version = versionOf(about)
  if (version === undefined) throw new BackupRefused(`${path} is not a Candor backup.`)
  if (version > ENCRYPTED_VERSION) {
    throw new BackupRefused(
      `${path} was made by a newer version of Candor (format ${version}; this version supports up to ${ENCRYPTED_VERSION}): restore it with that version.`,
    )
  }
  return about
}

async function readManifest({ tar, path, cipher }: OpenedArchive): Promise<Manifest> {
  const isWhole = tar.isWhole && tar.has(MANIFEST_FILE) && tar.has(MANIFEST_DIGEST_FILE)
  if (!isWhole) throw new BackupRefused(`${path} is incomplete or damaged: take another backup.`)
  const read = (name: string) =>
    cipher === undefined ? tar.text(name) : textOf(throughCipher({ tar, path, cipher }, name))
  const text = await read(MANIFEST_FILE)
  const [digest] = (await read(MANIFEST_DIGEST_FILE)).split(' ')
  const manifest = digest === sha256(text) ? parseManifest(text) : undefined
  if (manifest === undefined)
    throw new BackupRefused(`${path} is damaged (its manifest): take another backup.`)
  const missing = manifest.tables.find(({ file }) => !tar.has(file))
  if (missing !== undefined) throw damaged(path, missing.name)
  return manifest
}

function throughCipher({ tar, path, cipher }: OpenedArchive, file: string): Readable {
  const through = cipher === undefined ? new PassThrough() : cipher.decrypt(file, path)
  return pipeline(tar.stream(file), through, () => {})
}

function rowsOf(opened: OpenedArchive, { name, file, sha256 }: ManifestTable): Readable {
  const { path } = opened
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
  unpacking.once('error', () => through.destroy(damaged(path, name)))
  return pipeline(throughCipher(opened, file), unpacking, through, () => {})
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
      return `This user may not read ${path}.`
    default:
      return `${path} cannot be read: ${message}`
  }
}

const READ_AT_ONCE_BYTES = 256 * 1024

interface TarReader {
  /** False if the archive is truncated or contains something else. */
  isWhole: boolean
  has(name: string): boolean
  stream(name: string): Readable
  text(name: string): Promise<string>
}

interface PlacedMember extends TarMember {
  at: number
}

async function readTar(path: string): Promise<TarReader> {
  const file = await open(path)
  const { members, isWhole } = await findMembers(file).finally(() => file.close())

  function find(name: string): PlacedMember {
    const member = members.get(name)
    if (member === undefined) throw new Error(`There is no ${name} in the archive`)
    return member
  }

  function stream(name: string): Readable {
    const { at, size } = find(name)
    return createReadStream(path, { start: at, end: at + size - 1, highWaterMark: READ_AT_ONCE_BYTES })
  }

  return {
    isWhole,
    has: (name) => members.has(name),
    stream,
    text: async (name) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream(name)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

async function findMembers(file: FileHandle) {
  const members = new Map<string, PlacedMember>()
  const { size: fileSize } = await file.stat()
  const header = Buffer.alloc(TAR_BLOCK_BYTES)
  let place = 0
  while (place + TAR_BLOCK_BYTES <= fileSize) {
    await file.read(header, 0, TAR_BLOCK_BYTES, place)
    const isEnd = header.every((byte) => byte === 0)
    if (isEnd) return { members, isWhole: place + 2 * TAR_BLOCK_BYTES <= fileSize }
    const member = readTarHeader(header)
    const at = place + TAR_BLOCK_BYTES
    if (member === undefined || at + member.size > fileSize) break
    members.set(member.name, { ...member, at })
    place = at + member.size + paddingAfter(member.size)
  }
  return { members, isWhole: false }
}
