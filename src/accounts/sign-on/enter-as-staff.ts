import type { Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { endSession } from '../../db/sessions.ts'
import { stampSignIn } from '../../db/staff.ts'
import type { Role } from '../../domain/access.ts'
import type { SessionTokens } from '../../domain/account/session-cookies.ts'
import { actorNamed } from '../../domain/actor.ts'
import { type Origin, openSession } from '../open-session.ts'
import { hashOfSecret } from '../secret.ts'

/** Their browsers aren't remembered, because there is no password to guess. */
export interface StaffBrowser extends Origin {
  sessionToken: string | undefined
}

export async function enterAsStaff(
  trx: Transaction<DB>,
  of: {
    userId: number
    roles: readonly Role[]
    openedBy: 'sign-on' | 'staff-link'
    browser: StaffBrowser
    now: Date
  },
): Promise<SessionTokens> {
  const { userId, roles, openedBy, browser, now } = of
  await stampSignIn(trx, { userId, at: now })
  await insertAudit(trx, {
    at: now,
    actor: actorNamed(openedBy),
    action: 'sign-in',
    entity: 'user',
    entityId: userId,
    before: null,
    after: { roles },
  })
  if (browser.sessionToken !== undefined) {
    await endSession(trx, { tokenHash: hashOfSecret(browser.sessionToken) })
  }
  return openSession(trx, { userId, openedBy, origin: browser, now })
}
