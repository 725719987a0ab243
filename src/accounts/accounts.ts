import type { Kysely } from 'kysely'
import type { ReadAnswer, ReadInput, ReadPath } from '../contract/public-reads.ts'
import type { Vault } from '../db/at-rest/vault.ts'
import type { DB } from '../db/database.ts'
import { findLiveSession } from '../db/sessions.ts'
import { within } from '../db/within.ts'
import { isRole } from '../domain/access.ts'
import { IDLE_SIGN_OUT_S } from '../domain/constants.ts'
import type { Passwords } from './passwords/passwords.ts'
import { personalize } from './personalize.ts'
import { hashOfSecret } from './secret.ts'
import { Lockouts } from './throttle/lockouts.ts'
import { MemoryCounter } from './throttle/memory-counter.ts'
import { ANONYMOUS, type SignedInViewer, type Viewer } from './viewer.ts'

export interface Accounts {
  /** Acting requests wait for the answer as long as for the action itself; reads don't. */
  viewerOf(token: string, now: Date, of?: { isActing: boolean }): Promise<Viewer>
  personalize<P extends ReadPath>(
    viewer: SignedInViewer,
    read: { path: P; input: ReadInput<P>; value: ReadAnswer<P> },
  ): Promise<ReadAnswer<P>>
  /** For requests that act: a database that stops answering raises no error, so they time out instead. */
  inTime<T>(work: Promise<T>): Promise<T>
  lockouts: Lockouts
  callRates: MemoryCounter
  desk: AccountsDesk
}

export interface AccountsDesk {
  db: Kysely<DB>
  vault: Vault
  passwords: Passwords
  /** Call after committing a queued mail, so that it is sent now and not at the next poll. */
  wakeMails: () => void
  /** For failures after a commit: the action succeeded, so the user gets that answer. */
  logFault: (error: unknown, message: string) => void
}

/** Reads don't wait for the database. If it takes longer, they get the public answer. */
const ANSWER_WITHIN_MS = 1_000
/** Long enough for a full password queue, and shorter than browsers and proxies wait. */
const ACT_WITHIN_MS = 20_000

export function accountsAt(
  desk: AccountsDesk,
  { answerWithinMs = ANSWER_WITHIN_MS, actWithinMs = ACT_WITHIN_MS } = {},
): Accounts {
  return {
    viewerOf: (token, now, { isActing } = { isActing: false }) =>
      within(isActing ? actWithinMs : answerWithinMs, findViewer(desk.db, { token, now })),
    personalize: (viewer, read) => within(answerWithinMs, personalize(desk.db, viewer, read)),
    inTime: (work) => within(actWithinMs, work),
    lockouts: new Lockouts(),
    callRates: new MemoryCounter(),
    desk,
  }
}

/** reading doesn't count as activity and writes nothing. */
async function findViewer(db: Kysely<DB>, { token, now }: { token: string; now: Date }): Promise<Viewer> {
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const session = await findLiveSession(db, { tokenHash: hashOfSecret(token), now, idleSince })
  if (session === undefined) return ANONYMOUS
  return {
    kind: 'user',
    uid: session.user_id,
    roles: session.roles.filter(isRole),
    limit: session.limit,
    sessionId: session.id,
    openedBy: session.opened_by,
    csrfTokenHash: session.csrf_token_hash,
    logoutTokenHash: session.logout_token_hash,
  }
}
