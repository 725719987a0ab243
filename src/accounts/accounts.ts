import type { Kysely } from 'kysely'
import type { ReadAnswer, ReadInput, ReadPath } from '../contract/public-reads.ts'
import type { DB } from '../db/database.ts'
import { within } from '../db/within.ts'
import { findViewer } from './find-viewer.ts'
import { personalise } from './personalise.ts'
import type { Viewer } from './viewer.ts'

/** What the edge asks about the people who ask it. */
export interface Accounts {
  viewerOf(token: string, now: Date): Promise<Viewer>
  personalise<P extends ReadPath>(
    viewer: Extract<Viewer, { kind: 'user' }>,
    read: { path: P; input: ReadInput<P>; value: ReadAnswer<P> },
  ): Promise<ReadAnswer<P>>
}

/** Readers do not wait for the database: what takes longer is left out, and they read what everybody does. */
const ANSWER_WITHIN_MS = 1_000

export function accountsIn(db: Kysely<DB>): Accounts {
  return {
    viewerOf: (token, now) => within(ANSWER_WITHIN_MS, findViewer(db, { token, now })),
    personalise: (viewer, read) => within(ANSWER_WITHIN_MS, personalise(db, viewer, read)),
  }
}
