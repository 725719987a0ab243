import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fastFolder } from '../../../support/fast-folder.ts'
import { killOwners } from './owner-process.ts'

const homes: string[] = []
const clusters: string[] = []

/** A folder for one test; `clear` stops and removes everything in it, however the test ended. */
export async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(fastFolder(), 'candor-embedded-'))
  homes.push(home)
  return home
}

export async function temporaryDataDir(...path: string[]): Promise<string> {
  return dataDirIn(await temporaryHome(), ...path)
}

export function dataDirIn(home: string, ...path: string[]): string {
  const dataDir = join(home, ...(path.length === 0 ? ['data'] : path))
  clusters.push(dataDir)
  return dataDir
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readPidFile(dataDir), 10)
  return Number.isNaN(pid) || !(await isServerOf(dataDir, pid)) ? undefined : pid
}

export async function killPostmaster(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGKILL')
  while (await isServerOf(dataDir, pid)) await sleep(10)
}

export async function clear(): Promise<void> {
  await killOwners()
  for (const dataDir of clusters.splice(0)) {
    const socket = (await readPidFile(dataDir)).split('\n')[4] ?? ''
    await killPostmaster(dataDir)
    if (dirname(socket) === tmpdir()) await rm(socket, { recursive: true, force: true })
  }
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true, maxRetries: 10 })
}

async function readPidFile(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
}

async function isServerOf(dataDir: string, pid: number): Promise<boolean> {
  const command = await commandOf(pid).catch(() => '')
  return command.includes(join(dataDir, 'postgres'))
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8')
  return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout
}
