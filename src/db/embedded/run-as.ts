import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { type Refused, refused } from './refused.ts'

/** PostgreSQL refuses to run as root, so root runs it as someone else. */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | User
type User = { kind: 'user'; uid: number; gid: number }

// In a user namespace of its own PostgreSQL does not see that it runs as root, and its files stay root's.
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000', '--']

export async function chooseRunAs(
  folder: DataFolder,
  binaries: Binaries,
): Promise<{ kind: 'chosen'; runAs: RunAs } | Refused> {
  if (process.geteuid?.() !== 0) return { kind: 'chosen', runAs: { kind: 'self' } }
  for (const runAs of await candidates(folder)) {
    if (await canReach(runAs, folder, binaries)) return { kind: 'chosen', runAs }
  }
  return refused(
    `PostgreSQL does not run as root, and no other user can enter both ${folder.root} and ` +
      `${dirname(binaries.postgres)}. Run Candor as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** Starts a program of PostgreSQL; what it prints is English, and it gets none of the site's secrets. */
export function spawnAs(
  runAs: RunAs,
  program: string,
  args: string[],
  { env, ...options }: SpawnOptions = {},
): ChildProcess {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH } = process.env
  const calm: SpawnOptions = {
    cwd: '/',
    env: { PATH, LC_ALL: 'C', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...env },
    ...options,
  }
  switch (runAs.kind) {
    case 'self':
      return spawn(program, args, calm)
    case 'namespace':
      return spawn('unshare', [...NAMESPACE, program, ...args], calm)
    case 'user':
      // Node wants signed numbers here and unsigned ones in chown; nobody is -2 on macOS.
      return spawn(program, args, { ...calm, uid: runAs.uid | 0, gid: runAs.gid | 0 })
  }
}

export function ownerUnder(runAs: RunAs): { uid: number; gid: number } {
  if (runAs.kind === 'user') return runAs
  return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
}

async function candidates(folder: DataFolder): Promise<RunAs[]> {
  const clusterOwner = await ordinaryOwner(folder.cluster)
  if (clusterOwner !== undefined) return [clusterOwner]
  const folderOwner = (await ordinaryOwner(folder.root)) ?? (await ordinaryOwner(dirname(folder.root)))
  const someone = folderOwner ?? (await nobody())
  return [
    ...(process.platform === 'linux' ? [{ kind: 'namespace' } as const] : []),
    ...(someone === undefined ? [] : [someone]),
  ]
}

async function ordinaryOwner(path: string): Promise<User | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined || found.uid === 0 ? undefined : { kind: 'user', uid: found.uid, gid: found.gid }
}

async function nobody(): Promise<User | undefined> {
  const numberOf = async (flag: string) => {
    const { stdout } = await promisify(execFile)('id', [flag, 'nobody'])
    return Number.parseInt(stdout, 10) >>> 0
  }
  try {
    return { kind: 'user', uid: await numberOf('-u'), gid: await numberOf('-g') }
  } catch {
    return undefined
  }
}

async function canReach(runAs: RunAs, folder: DataFolder, binaries: Binaries): Promise<boolean> {
  const isRoots = (await stat(folder.root)).uid === 0
  // A folder of root's is handed over to another user; he must only be able to come to it.
  const target = runAs.kind === 'user' && isRoots ? dirname(folder.root) : folder.root
  const test = runAs.kind === 'user' ? 'test -x "$0" && cd "$1"' : 'test -x "$0" && cd "$1" && test -w .'
  const probe = spawnAs(runAs, '/bin/sh', ['-c', test, binaries.postgres, target], { stdio: 'ignore' })
  return new Promise((resolve) => {
    probe.on('error', () => resolve(false))
    probe.on('exit', (code) => resolve(code === 0))
  })
}
