import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { currentEdition, type EditionNumbers } from '../db/edition.ts'
import { within } from '../db/within.ts'
import { isSameEdition, type LoadedEdition, loadEdition } from './load-edition.ts'

/** For one row that is always in memory, on a busy machine. A server that takes longer counts as lost. */
const ASK_WITHIN_MS = 5_000
/** Above the statement timeout, so that a slow server stops its own work first. */
const LOAD_WITHIN_MS = 40_000
/** Half of the two seconds in which a publication must reach every screen. */
const REPLICA_CATCHES_UP_WITHIN_MS = 1_000
const REPLICA_LOOK_AGAIN_MS = 50
/** A failed replica costs a second each time, so it is skipped for a while. */
const REPLICA_REST_MS = 30_000

export type ReplicaEvent = { kind: 'replica-lost'; error: unknown } | { kind: 'replica-found' }

export interface NewestEditionOptions {
  db: Kysely<DB>
  replica?: Kysely<DB> | undefined
  onEvent?: (event: ReplicaEvent) => void
  askWithinMs?: number
  loadWithinMs?: number
  replicaWithinMs?: number
  replicaRestMs?: number
}

export interface NewestEdition {
  /** Rejects if the primary database does not answer. */
  load(before: LoadedEdition | undefined): Promise<LoadedEdition>
}

export function newestEdition(options: NewestEditionOptions): NewestEdition {
  const { db, replica, onEvent = () => {} } = options
  const askWithinMs = options.askWithinMs ?? ASK_WITHIN_MS
  const loadWithinMs = options.loadWithinMs ?? LOAD_WITHIN_MS
  const replicaWithinMs = options.replicaWithinMs ?? REPLICA_CATCHES_UP_WITHIN_MS
  const replicaRestMs = options.replicaRestMs ?? REPLICA_REST_MS
  let isReplicaLost = false
  let restsUntil = 0

  async function load(before: LoadedEdition | undefined) {
    // A starting process is busy with other things as well.
    const isFirst = before === undefined
    const newest = await within(isFirst ? loadWithinMs : askWithinMs, currentEdition(db))
    if (before !== undefined && isSameEdition(before, newest)) return before
    const copied = replica && (await fromReplica(replica, { newest, before }))
    return copied ?? within(loadWithinMs, loadEdition(db, before))
  }

  async function fromReplica(
    from: Kysely<DB>,
    { newest, before }: { newest: EditionNumbers; before: LoadedEdition | undefined },
  ): Promise<LoadedEdition | undefined> {
    if (performance.now() < restsUntil) return undefined
    try {
      await within(replicaWithinMs, untilThere(from, newest, replicaWithinMs))
      // Changes are small; only the first load may take long.
      const limitMs = before === undefined ? loadWithinMs : replicaWithinMs
      const edition = await within(limitMs, loadEdition(from, before))
      if (isReplicaLost) onEvent({ kind: 'replica-found' })
      isReplicaLost = false
      return edition
    } catch (error) {
      restsUntil = performance.now() + replicaRestMs
      if (!isReplicaLost) onEvent({ kind: 'replica-lost', error })
      isReplicaLost = true
      return undefined
    }
  }

  return { load }
}

async function untilThere(replica: Kysely<DB>, newest: EditionNumbers, withinMs: number) {
  const endsAt = performance.now() + withinMs
  for (;;) {
    const copied = await currentEdition(replica)
    if (copied.history === newest.history && copied.number >= newest.number) return
    if (performance.now() > endsAt) throw new ReplicaBehind(copied, newest)
    await sleep(REPLICA_LOOK_AGAIN_MS)
  }
}

class ReplicaBehind extends Error {
  constructor(copied: EditionNumbers, newest: EditionNumbers) {
    const isOther = copied.history !== newest.history
    super(
      isOther
        ? 'The read replica is a copy of another database'
        : `The read replica is at edition ${copied.number} while the newest is ${newest.number}`,
    )
  }
}
