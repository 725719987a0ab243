import { createHash } from 'node:crypto'
import { suppressAddress } from '../../db/channels.ts'
import { countAttempt } from '../../db/throttles.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import type { BounceReport } from './read-relay.ts'

interface Reported {
  reports: readonly BounceReport[]
  relay: string
  now: Date
}

export async function takeReports(
  { db }: Pick<DeliveryDesk, 'db'>,
  { reports, relay, now }: Reported,
): Promise<number> {
  let taken = 0
  for (const { email: reported, reason } of reports) {
    const email = emailAddress(reported)
    if (email === undefined) continue
    await suppressAddress(db, { email, reason: `${reason}, reported by ${relay}`, now })
    taken++
  }
  return taken
}

/** Counts each message once, across all processes. A message that failed can be sent again. */
export async function takeReportsOnce(
  { db }: Pick<DeliveryDesk, 'db'>,
  { token, ...reported }: Reported & { token: string },
): Promise<number | 'repeated'> {
  const { name, windowS, attempts: limit } = THROTTLE_LIMITS.relayTokens
  const { relay, now } = reported
  const digest = createHash('sha256').update(token).digest('base64url')
  const overIfStartedAt = new Date(now.getTime() - windowS * 1000)
  return db.transaction().execute(async (trx) => {
    const counter = { key: `${name}:${relay}:${digest}`, overIfStartedAt, limit, now }
    const isFirst = (await countAttempt(trx, counter)) === 'counted'
    return isFirst ? takeReports({ db: trx }, reported) : 'repeated'
  })
}
