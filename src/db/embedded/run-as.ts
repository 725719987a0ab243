import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { contentOf, type DataFolder } from './data-folder.ts'
import type { Owner } from './hand-over.ts'
import { type Refused, refusal } from './instance.ts'

/**
 * PostgreSQL refuses to run as root, and initdb as a user without a name. In its own user namespace it runs as the user
 * "nobody", while its files keep their owner outside.
 */
export type RunAs = { user: Owner | undefined; alias: Owner | undefined }

const SELF: RunAs = { user: undefined, alias: undefined }

export async function chooseRunAs(
  folder: DataFolder,
  binaries: Binaries,
): Promise<{ kind: 'chosen'; runAs: RunAs } | Refused> {
  const isRoot = process.geteuid?.() === 0
  for (const runAs of isRoot ? await othersThanRoot(folder) : [SELF, ...aliases(undefined, await nobody())]) {
    if (await canRun(runAs, folder, binaries)) return { kind: 'chosen', runAs }
  }
  // For an ordinary user, the step that fails explains it better.
  if (!isRoot) return { kind: 'chosen', runAs: SELF }
  return refusal(
    `PostgreSQL does not run as root, and no other user can enter both ${folder.root} and ` +
      `${dirname(binaries.postgres)}. Run Candor as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** The output is English, and it gets none of the site's secrets. */
export function spawnAs(
  { user, alias }: RunAs,
  program: string,
  args: string[],
  { env, ...options }: SpawnOptions = {},
): ChildProcess {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH } = process.env
  const all: SpawnOptions = {
    cwd: '/',
    env: { PATH, LC_ALL: 'C', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...env },
    // Node expects signed numbers here and unsigned ones in chown; "nobody" is -2 on macOS.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
    ...options,
  }
  if (alias === undefined) return spawn(program, args, all)
  const namespace = ['--user', `--map-user=${alias.uid}`, `--map-group=${alias.gid}`, '--']
  return spawn('unshare', [...namespace, program, ...args], all)
}

export function ownerUnder({ user }: RunAs): Owner {
  return user ?? { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
}

async function othersThanRoot(folder: DataFolder): Promise<RunAs[]> {
  const unprivileged = await nobody()
  const as = (user: Owner | undefined) =>
    user === undefined ? [] : [{ user, alias: undefined }, ...aliases(user, unprivileged)]
  const clusterOwner = await ordinaryOwner(folder.cluster)
  if (clusterOwner !== undefined) return as(clusterOwner)
  const folderOwner = (await ordinaryOwner(folder.root)) ?? (await ordinaryOwner(dirname(folder.root)))
  return [...aliases(undefined, unprivileged), ...as(folderOwner), ...as(unprivileged)]
}

function aliases(user: Owner | undefined, alias: Owner | undefined): RunAs[] {
  return process.platform === 'linux' && alias !== undefined ? [{ user, alias }] : []
}

async function ordinaryOwner(path: string): Promise<Owner | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

async function nobody(): Promise<Owner | undefined> {
  const numberOf = async (flag: string) => {
    const { stdout } = await promisify(execFile)('id', [flag, 'nobody'])
    return Number.parseInt(stdout, 10) >>> 0
  }
  try {
    return { uid: await numberOf('-u'), gid: await numberOf('-g') }
  } catch {
    return undefined
  }
}

async function canRun(runAs: RunAs, folder: DataFolder, binaries: Binaries): Promise<boolean> {
  const isFirstStart = (await contentOf(folder.cluster).catch(() => [''])).length === 0
  const isHandedOver = runAs.user !== undefined && (await stat(folder.root)).uid === 0
  const tests = [
    'test -x "$0"',
    'cd "$1"',
    // Root creates what another user needs in the folder.
    ...(runAs.user === undefined ? ['test -w .'] : []),
    ...(isFirstStart ? ['id -un'] : []),
  ]
  const target = isHandedOver ? dirname(folder.root) : folder.root
  const args = ['-c', tests.join(' && '), binaries.postgres, target]
  const probe = spawnAs(runAs, '/bin/sh', args, { stdio: 'ignore' })
  return new Promise((resolve) => {
    probe.on('error', () => resolve(false))
    probe.on('exit', (code) => resolve(code === 0))
  })
}
