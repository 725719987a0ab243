import { createHash } from 'node:crypto'
import { access, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { errorCode, type Refused, refusal } from './instance.ts'

export type DataFolder = {
  kind: 'open'
  /** As the user wrote it; for messages. */
  name: string
  root: string
  cluster: string
  socket: string
  log: string
}

// A socket address holds 103 bytes on macOS and 107 on Linux.
const SOCKET_PATH_BYTES = 100
const SOCKET_NAME = '.s.PGSQL.5432'

export async function openDataFolder(dataDir: string): Promise<DataFolder | Refused> {
  const root = resolve(dataDir)
  const existing = await stat(root).catch(() => undefined)
  if (existing !== undefined && !existing.isDirectory()) {
    return refusal(`The data folder ${dataDir} is a file. Move it away, or set DATA_DIR to a folder.`)
  }
  // Not recursive at first: Node would report a read-only disk as a missing folder.
  await mkdir(root, { mode: 0o700 }).catch((error) => {
    if (!['EEXIST', 'ENOENT'].includes(errorCode(error))) throw error
    return mkdir(root, { recursive: true, mode: 0o700 })
  })
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
  return {
    kind: 'open',
    name: dataDir,
    root,
    cluster: join(root, 'postgres'),
    socket: socketFolder(root),
    log: join(root, 'postgres.log'),
  }
}

export function isTemporarySocketFolder(folder: DataFolder): boolean {
  return folder.socket !== join(folder.root, 'socket')
}

/** A missing folder is empty, but a link to a missing disk is an error. */
export async function contentOf(folder: string): Promise<string[]> {
  const isThere = (await lstat(folder).catch(() => undefined)) !== undefined
  return isThere ? readdir(folder) : []
}

function socketFolder(root: string): string {
  const beside = join(root, 'socket')
  if (fitsSocket(beside)) return beside
  const name = `candor-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  const temporary = join(tmpdir(), name)
  return fitsSocket(temporary) ? temporary : join('/tmp', name)
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES
}
