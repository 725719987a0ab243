import { suppressAddress } from '../../db/channels.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import type { BounceReport } from './read-relay.ts'

/** An address that bounced for good, or whose owner complained, gets no more mail, as if its server had refused it at once. */
export async function takeReports(
  { db }: Pick<DeliveryDesk, 'db'>,
  { reports, relay, now }: { reports: readonly BounceReport[]; relay: string; now: Date },
): Promise<number> {
  let taken = 0
  for (const { email: reported, reason } of reports) {
    const email = emailAddress(reported)
    if (email === undefined) continue
    await suppressAddress(db, { email, reason: `${reason}, told by ${relay}`, now })
    taken++
  }
  return taken
}
