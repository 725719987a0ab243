import type { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { connect, connectionUrl } from './connect.ts'
import { openDataFolder } from './data-folder.ts'
import { ensureCluster } from './ensure-cluster.ts'
import { explainError, explainOpening } from './explain.ts'
import { type Instance, type Refused, refusal } from './instance.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { stopPostmaster } from './postmaster.ts'
import { reachServer } from './reach-server.ts'

import { chooseRunAs } from './run-as.ts'
import { supervise } from './supervise.ts'

export type EmbeddedOutcome = { kind: 'started'; url: string; stop(): Promise<void> } | Refused

type Own = { kind: 'own'; lock: OwnerLock; socket: string; how: 'started' | 'attached' }

// Another Candor that is stopping may take its server down while this one starts.
const REACH_ATTEMPTS = 3

type Wish = { dataDir: string; report: (line: string) => void }

export async function startEmbedded(wish: Wish): Promise<EmbeddedOutcome> {
  try {
    const instance = await prepare(wish)
    return instance.kind === 'refused' ? instance : await open(instance.instance)
  } catch (error) {
    return refusal(explainError(wish.dataDir, error))
  }
}

async function prepare({
  dataDir,
  report,
}: Wish): Promise<{ kind: 'prepared'; instance: Instance } | Refused> {
  const binaries = await findBinaries()
  if (binaries.kind === 'refused') return binaries
  const folder = await openDataFolder(dataDir)
  if (folder.kind === 'refused') return folder
  const chosen = await chooseRunAs(folder, binaries)
  if (chosen.kind === 'refused') return chosen
  const instance = { folder, binaries, runAs: chosen.runAs, report }
  const cluster = await ensureCluster(instance)
  return cluster.kind === 'refused' ? cluster : { kind: 'prepared', instance }
}

async function open(instance: Instance): Promise<EmbeddedOutcome> {
  const own = await reachAndLock(instance)
  if (own.kind === 'refused') return own
  const { lock, socket, how } = own
  const folder = { ...instance.folder, socket }
  const ready = await ensureDatabase(lock.client, { socket, dataDir: folder.name })
  if (ready.kind === 'refused') {
    await stopPostmaster(folder)
    return ready
  }
  if (how === 'attached') instance.report(`The database in ${folder.name} was still running; using it.`)
  const { stop } = supervise({ ...instance, folder }, lock)
  return { kind: 'started', url: connectionUrl(socket, 'candor'), stop }
}

async function reachAndLock(instance: Instance): Promise<Own | Refused> {
  const { name } = instance.folder
  for (let attempt = 1; attempt <= REACH_ATTEMPTS; attempt += 1) {
    const reached = await reachServer(instance)
    if (reached.kind === 'refused') return reached
    const outcome = await takeOwnerLock(reached.socket)
    if (outcome.kind === 'taken') return { ...reached, kind: 'own', lock: outcome.lock }
    if (outcome.kind === 'held') {
      return refusal(
        `The data folder ${name} is in use by another Candor process. Stop it, or set DATA_DIR to another folder.`,
      )
    }
  }
  return refusal(`The database in ${name} stopped while Candor was starting. Start Candor again.`)
}

async function ensureDatabase(
  owner: Client,
  { socket, dataDir }: { socket: string; dataDir: string },
): Promise<{ kind: 'ready' } | Refused> {
  try {
    const { rowCount: roles } = await owner.query(`select from pg_roles where rolname = 'candor'`)
    // Not a superuser, so that no statement of the site can access files or programs of the machine.
    if (roles === 0) await owner.query('create role candor login createdb')
    const { rowCount: databases } = await owner.query(`select from pg_database where datname = 'candor'`)
    if (databases === 0) await owner.query('create database candor owner candor')
  } catch (error) {
    return explainOpening(dataDir, error instanceof Error ? error.message : String(error))
  }
  const connected = await connect(socket, 'candor')
  if (connected.kind === 'connected') {
    await connected.client.end().catch(() => {})
    return { kind: 'ready' }
  }
  const message = connected.kind === 'failing' ? connected.message : 'the database candor does not answer'
  return explainOpening(dataDir, message)
}
