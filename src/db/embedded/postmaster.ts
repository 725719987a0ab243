import { chmod, chown, lstat, mkdir, open, rmdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DataFolder, isTemporarySocketFolder } from './data-folder.ts'
import { handOverFolder, handOverTree } from './hand-over.ts'
import { errorCode, type Instance, type Refused, refusal } from './instance.ts'

import { boundLog, logSince } from './log-file.ts'
import { isPostmasterOf, readPidFile } from './postmaster-pid.ts'

import { ownerUnder, spawnAs } from './run-as.ts'

export type Postmaster = {
  kind: 'spawned'
  hasEnded(): boolean
  output(): Promise<string>
  /** For a server that may not have written its pid file yet. */
  interrupt(): Promise<void>
}

const STOP_STEPS = [
  { signal: 'SIGINT', patienceMs: 10_000 }, // fast: ends sessions and writes everything to disk
  { signal: 'SIGQUIT', patienceMs: 10_000 }, // immediate: the next start recovers
] as const
const STOP_POLL_MS = 25

export async function startPostmaster(
  instance: Instance,
  stalePid: number | undefined,
): Promise<Postmaster | Refused> {
  const { folder, binaries, runAs } = instance
  const prepared = await prepareFolders(instance)
  if (prepared.kind === 'refused') return prepared
  const logStart = await boundLog(folder.log)
  const log = await open(folder.log, 'a', 0o600)
  try {
    if (runAs.user !== undefined) await log.chown(runAs.user.uid, runAs.user.gid)
    // A separate session, so that Ctrl-C in the terminal only reaches Candor, which then stops it cleanly.
    const child = spawnAs(runAs, binaries.postgres, serverOptions(folder), {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      // Tells PostgreSQL, like pg_ctl does, that this PID isn't another server.
      env: stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) },
    })
    let failure: string | undefined
    child.on('error', (error) => {
      failure = error.message
    })
    child.unref()
    const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null
    return {
      kind: 'spawned',
      hasEnded,
      interrupt: () => stopBySteps((signal) => child.kill(signal), hasEnded),
      output: async () => failure ?? (await logSince(folder.log, logStart)),
    }
  } finally {
    await log.close()
  }
}

export async function stopPostmaster(folder: DataFolder): Promise<void> {
  const pidFile = await readPidFile(folder.cluster)
  if (pidFile !== undefined && pidFile !== 'empty') {
    await stopBySteps(
      (signal) => signalIfThere(pidFile.pid, signal),
      async () => !(await isPostmasterOf(folder.cluster, pidFile)),
    )
  }
  if (isTemporarySocketFolder(folder)) await rmdir(folder.socket).catch(() => {})
}

async function stopBySteps(
  send: (signal: NodeJS.Signals) => unknown,
  hasEnded: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const { signal, patienceMs } of STOP_STEPS) {
    if (await hasEnded()) return
    send(signal)
    for (let waitedMs = 0; waitedMs < patienceMs && !(await hasEnded()); waitedMs += STOP_POLL_MS) {
      await sleep(STOP_POLL_MS)
    }
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

function serverOptions(folder: DataFolder): string[] {
  const settings = {
    listen_addresses: '',
    // Enough for the maximum number of web processes of one start, and a worker.
    max_connections: '400',
    port: '5432',
    unix_socket_directories: `"${folder.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Candor restarts it. With damaged files, PostgreSQL itself would crash and restart forever.
    restart_after_crash: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and details contain user input; the site logs its own errors without it.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return [
    '-D',
    folder.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function prepareFolders({ folder, runAs }: Instance): Promise<{ kind: 'ready' } | Refused> {
  const owner = ownerUnder(runAs)
  await mkdir(folder.socket, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const socket = await lstat(folder.socket)
  const isPrivate = socket.isDirectory() && [owner.uid, process.geteuid?.()].includes(socket.uid)
  if (!isPrivate) {
    return refusal(
      `The folder ${folder.socket}, which the database needs, belongs to another user. ` +
        'Remove it, or set DATA_DIR to a shorter path.',
    )
  }
  if (runAs.user !== undefined) {
    await chown(folder.socket, owner.uid, owner.gid)
    await handOverFolder(folder.root, owner)
    await handOverTree(folder.cluster, owner)
  }
  // A restored backup often has open permissions, which PostgreSQL refuses.
  await chmod(folder.cluster, 0o700)
  await chmod(folder.socket, 0o700)
  return { kind: 'ready' }
}
