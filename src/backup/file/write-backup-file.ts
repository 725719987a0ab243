import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { PassThrough, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import type { CopiedTable } from '../../db/backup/catalog.ts'
import { rowsOf } from '../../db/backup/copy-table.ts'
import { LEFT_OUT } from '../../db/backup/left-out.ts'
import { readDatabaseState } from '../../db/backup/snapshot.ts'
import { BackupRefused } from '../backup-refused.ts'
import { type BackupCipher, newCipher } from './encryption.ts'
import {
  ABOUT_FILE,
  aboutText,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  encryptedAboutText,
  MANIFEST_DIGEST_FILE,
  MANIFEST_FILE,
  type Manifest,
  type ManifestTable,
} from './manifest.ts'
import { paddingAfter, TAR_BLOCK_BYTES, tarHeader } from './tar-header.ts'

export interface WrittenBackup {
  manifest: Manifest
  bytes: number
}

/**
 * Writes row by row, so memory use is constant. The manifest comes last, because it is only known then. A
 * file without it isn't a backup.
 */
export async function writeBackupFile(
  client: Client,
  {
    path,
    now,
    passphrase,
    signal,
  }: {
    path: string
    now: Date
    passphrase?: string | undefined
    signal?: AbortSignal | undefined
  },
): Promise<WrittenBackup | undefined> {
  const state = await readDatabaseState(client)
  if (state === undefined) return undefined
  const isOwner = state.tables.some(({ name }) => name === 'edition')
  if (!isOwner) throw new BackupRefused('The role of DATABASE_URL does not own the tables of Candor.')
  const cipher = passphrase === undefined ? undefined : await newCipher(passphrase)
  const tar = await createTar(path, now)
  try {
    const about = cipher === undefined ? aboutText() : encryptedAboutText(cipher.line)
    await addText(tar, ABOUT_FILE, about, undefined)
    const tables: ManifestTable[] = []
    for (const table of state.tables) tables.push(await addTable(tar, client, table, { cipher, signal }))
    const { server, provider, migrations, edition, sequences } = state
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      madeAt: now.toISOString(),
      server,
      provider,
      migrations,
      edition,
      tables,
      leftOut: Object.entries(LEFT_OUT).map(([name, why]) => ({ name, why })),
      sequences,
    }
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`
    await addText(tar, MANIFEST_FILE, text, cipher)
    // In the format of sha256sum.
    await addText(tar, MANIFEST_DIGEST_FILE, `${sha256(text)}  ${MANIFEST_FILE}\n`, cipher)
    return { manifest, bytes: await tar.finish() }
  } finally {
    await tar.close()
  }
}

function addText(
  tar: TarWriter,
  name: string,
  text: string,
  cipher: BackupCipher | undefined,
): Promise<void> {
  return pipeline([Buffer.from(text)], throughOf(cipher, name), tar.member(name))
}

function throughOf(cipher: BackupCipher | undefined, name: string): Transform {
  return cipher === undefined ? new PassThrough() : cipher.encrypt(name)
}

async function addTable(
  tar: TarWriter,
  client: Client,
  table: CopiedTable,
  { cipher, signal }: { cipher: BackupCipher | undefined; signal: AbortSignal | undefined },
): Promise<ManifestTable> {
  const { name, columns } = table
  const file = `tables/${name}.tsv.gz`
  const rows = rowsOf(client, table)
  const counting = countBytes()
  await pipeline(rows, counting.through, createGzip(), throughOf(cipher, file), tar.member(file), {
    signal,
  })
  return { name, file, columns, rows: rows.rowCount, ...counting.result() }
}

function countBytes() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(undefined, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const OWNER_ONLY = 0o600

interface TarWriter {
  /** Only one member may be open at a time. */
  member(name: string): Writable
  finish(): Promise<number>
  close(): Promise<void>
}

async function createTar(path: string, madeAt: Date): Promise<TarWriter> {
  const file = await open(path, 'wx', OWNER_ONLY)
  let end = 0

  /** A disk that is filling up may accept only a part without an error. */
  async function write(bytes: Buffer, at: number) {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
      written += bytesWritten
    }
  }

  function member(name: string): Writable {
    const headerAt = end
    const contentAt = headerAt + TAR_BLOCK_BYTES
    let size = 0
    const complete = async () => {
      await write(Buffer.alloc(paddingAfter(size)), contentAt + size)
      await write(tarHeader({ name, size }, madeAt), headerAt)
      end = contentAt + size + paddingAfter(size)
    }
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const at = contentAt + size
        size += chunk.length
        write(chunk, at).then(() => done(), done)
      },
      final: (done) => void complete().then(() => done(), done),
    })
  }

  return {
    member,
    finish: async () => {
      const noMore = Buffer.alloc(2 * TAR_BLOCK_BYTES)
      await write(noMore, end)
      await file.sync()
      return end + noMore.length
    },
    close: () => file.close(),
  }
}
