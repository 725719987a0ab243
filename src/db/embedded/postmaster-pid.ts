import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type PidFile = { pid: number; dataDirectory: string; socket: string; isReady: boolean }

export async function readPidFile(cluster: string): Promise<PidFile | 'empty' | undefined> {
  const text = await readFile(pidFilePath(cluster), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parsePidFile(text)
}

export function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

export function parsePidFile(text: string): PidFile | 'empty' {
  const [pid = '', dataDirectory = '', , , socket = '', , , status = ''] = text.split('\n')
  if (text.trim() === '') return 'empty'
  return {
    pid: Number.parseInt(pid, 10),
    dataDirectory,
    socket,
    isReady: status.trim() === 'ready' && socket !== '',
  }
}

/** After a kill or a power failure, the PID in the file may belong to any other process. */
export async function isPostmasterOf(cluster: string, file: PidFile): Promise<boolean> {
  if (!(await isSameFolder(cluster, file.dataDirectory))) return false
  const command = await commandLine(file.pid).catch(() => '')
  return command.includes('postgres') && command.includes(` -D ${file.dataDirectory} `)
}

// A copy of a running data folder contains a pid file that names the original's server.
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

async function commandLine(pid: number): Promise<string> {
  // Small containers have no `ps`. Everyone can read this file.
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  }
  return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout
}
