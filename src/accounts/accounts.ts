import type { Kysely } from 'kysely'
import type { ReadAnswer, ReadInput, ReadPath } from '../contract/public-reads.ts'
import type { DB } from '../db/database.ts'
import { within } from '../db/within.ts'
import { findViewer } from './find-viewer.ts'
import { personalise } from './personalise.ts'
import type { SignedInViewer, Viewer } from './viewer.ts'

/** What the edge asks about the people who ask it. */
export interface Accounts {
  viewerOf(token: string, now: Date): Promise<Viewer>
  personalise<P extends ReadPath>(
    viewer: SignedInViewer,
    read: { path: P; input: ReadInput<P>; value: ReadAnswer<P> },
  ): Promise<ReadAnswer<P>>
  /** What the verbs of this room work with. */
  desk: AccountsDesk
}

export interface AccountsDesk {
  db: Kysely<DB>
}

/** Readers do not wait for the database: what takes longer is left out, and they read what everybody does. */
const ANSWER_WITHIN_MS = 1_000

export function accountsAt(desk: AccountsDesk): Accounts {
  return {
    viewerOf: (token, now) => within(ANSWER_WITHIN_MS, findViewer(desk.db, { token, now })),
    personalise: (viewer, read) => within(ANSWER_WITHIN_MS, personalise(desk.db, viewer, read)),
    desk,
  }
}
