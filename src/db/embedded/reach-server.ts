import { setTimeout as sleep } from 'node:timers/promises'
import { explainOpening, isAboutAnotherServer, lastComplaint } from './explain.ts'
import { type Instance, type Refused, refusal } from './instance.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

import { serverState } from './server-state.ts'

export type Reached = { kind: 'reached'; socket: string; how: 'started' | 'attached' }

const POLL_MS = 50
const PATIENCE_MS = 60_000
const SAY_SO_AFTER_MS = 3_000

export async function reachServer(instance: Instance, signal?: AbortSignal): Promise<Reached | Refused> {
  const { folder, report } = instance
  const begin = performance.now()
  let postmaster: Postmaster | undefined
  let lastOutput = ''
  let hasSaidSo = false
  while (!signal?.aborted) {
    const state = await serverState(folder)
    switch (state.kind) {
      case 'answering':
        return { kind: 'reached', socket: state.socket, how: isOurs(postmaster) ? 'started' : 'attached' }
      case 'failing':
        if (isOurs(postmaster)) await stopPostmaster(folder)
        return explainOpening(folder.name, state.message)
      case 'busy':
        break
      case 'absent': {
        if (isOurs(postmaster)) break
        if (postmaster !== undefined) {
          lastOutput = await postmaster.output()
          if (!isAboutAnotherServer(lastOutput)) return explainOpening(folder.name, lastOutput)
        } else if (state.stalePid !== undefined) {
          report(`The database in ${folder.name} was not shut down cleanly; recovering it …`)
        }
        const started = await startPostmaster(instance, state.stalePid)
        if (started.kind === 'refused') return started
        postmaster = started
      }
    }
    const waitedMs = performance.now() - begin
    if (waitedMs > PATIENCE_MS) return refusal(notInTime(folder.name, lastOutput))
    if (waitedMs > SAY_SO_AFTER_MS && !hasSaidSo) {
      report(`Waiting for the database in ${folder.name} to be ready …`)
      hasSaidSo = true
    }
    await sleep(POLL_MS)
  }
  await postmaster?.interrupt()
  return refusal(`The start of the database in ${folder.name} was interrupted.`)
}

// If ours has ended, another process started the server in the meantime.
function isOurs(postmaster: Postmaster | undefined): boolean {
  return postmaster !== undefined && !postmaster.hasEnded()
}

function notInTime(dataDir: string, lastOutput: string): string {
  const reason = lastOutput === '' ? 'it is still starting or recovering' : lastComplaint(lastOutput)
  return (
    `The database in ${dataDir} did not become ready within ${PATIENCE_MS / 1000} seconds (${reason}). ` +
    'Start Candor again in a few minutes.'
  )
}
