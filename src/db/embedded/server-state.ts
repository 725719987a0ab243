import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from './connect.ts'
import type { DataFolder } from './data-folder.ts'
import { isPostmasterOf, pidFilePath, readPidFile } from './postmaster-pid.ts'

export type ServerState =
  | { kind: 'answering'; socket: string }
  | { kind: 'failing'; message: string }
  | { kind: 'busy' } // starting, recovering or stopping
  | { kind: 'absent'; stalePid: number | undefined }

// PostgreSQL fills the file immediately. One that stays empty is left from a power failure.
const EMPTY_PID_FILE_MS = 2_000

export async function serverState(folder: Pick<DataFolder, 'cluster'>): Promise<ServerState> {
  const pidFile = await readPidFile(folder.cluster)
  if (pidFile === undefined) return { kind: 'absent', stalePid: undefined }
  if (pidFile === 'empty') return removeWhenOld(pidFilePath(folder.cluster))
  if (pidFile.isReady) {
    const answer = await ask(folder, pidFile.socket)
    if (answer.kind === 'answering' || answer.kind === 'failing') return answer
  }
  if (await isPostmasterOf(folder.cluster, pidFile)) return { kind: 'busy' }
  return { kind: 'absent', stalePid: pidFile.pid }
}

async function ask(
  folder: Pick<DataFolder, 'cluster'>,
  socket: string,
): Promise<ServerState | { kind: 'silent' }> {
  const connected = await connect(socket, 'postgres')
  if (connected.kind !== 'connected') return connected
  try {
    // Checks that it is our server: a copy of a folder never has the original's change times.
    const { rows } = await connected.client.query<{ seconds: number }>(
      `select extract(epoch from change)::float8 as seconds from pg_stat_file('PG_VERSION')`,
    )
    const ours = await stat(join(folder.cluster, 'PG_VERSION'))
    const isOurs = rows[0]?.seconds === Math.floor(ours.ctimeMs / 1000)
    return isOurs ? { kind: 'answering', socket } : { kind: 'silent' }
  } catch {
    return { kind: 'silent' }
  } finally {
    await connected.client.end().catch(() => {})
  }
}

async function removeWhenOld(path: string): Promise<ServerState> {
  const file = await stat(path).catch(() => undefined)
  const isRemains = file !== undefined && file.size === 0 && Date.now() - file.mtimeMs > EMPTY_PID_FILE_MS
  if (isRemains) await unlink(path)
  return isRemains ? { kind: 'absent', stalePid: undefined } : { kind: 'busy' }
}
