import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import type { Priority } from '../../db/deliveries.ts'
import { takeSlots } from '../../db/send-slots.ts'
import { grantSlots, type SlotTimes } from '../../domain/notifying/grant-slots.ts'
import { areLimited, limitsOf, type MailRates } from '../../domain/notifying/mail-rates.ts'
import type { Parcel } from './parcel.ts'

/** Slots are booked at most this far ahead, so urgent messages never wait longer. */
const HORIZON_MS = 1_000

export interface Booked {
  ready: Parcel[]
  later: { parcel: Parcel; dueAt: Date }[]
}

type MailQueue = Priority | 'digest'

export function slotBooking({ db, rates, clock }: { db: Kysely<DB>; rates: MailRates; clock: () => Date }) {
  const isLimited = areLimited(rates)
  /** Per queue, so that urgent mails don't have to wait behind all others. */
  const laterOf = new Map<MailQueue, SlotTimes>()

  async function book(parcels: Parcel[], queue: MailQueue): Promise<Booked> {
    if (!isLimited || parcels.length === 0) return { ready: parcels, later: [] }
    const addresses = parcels.map(({ deliveries: [{ channel }] }) => channel.address)
    const keys = new Set(addresses.flatMap((address) => limitsOf(rates, address).map(({ key }) => key)))
    const now = clock()
    const later = laterOf.get(queue) ?? new Map()
    const granted = await takeSlots(db, {
      keys: [...keys],
      now,
      grant: (times) =>
        grantSlots(addresses, { rates, times, later, nowMs: now.getTime(), horizonMs: HORIZON_MS }),
    })
    laterOf.set(queue, new Map([...stillAhead(later, now), ...granted.later]))
    const turns = parcels.map((parcel, index) => ({ parcel, slot: granted.slots[index] }))
    return {
      ready: turns
        .filter(({ slot }) => slot?.isGranted !== false)
        .map(({ parcel, slot }) => ({ ...parcel, notBefore: new Date(slot?.at ?? now) }))
        .sort((one, other) => one.notBefore.getTime() - other.notBefore.getTime()),
      later: turns.flatMap(({ parcel, slot }) =>
        slot?.isGranted === false ? [{ parcel, dueAt: new Date(slot.at) }] : [],
      ),
    }
  }

  return {
    isLimited,
    /** Anything more would only be given back. */
    most:
      rates.overAll === undefined ? Number.POSITIVE_INFINITY : Math.ceil((rates.overAll * HORIZON_MS) / 1000),
    book,
  }
}

function stillAhead(times: SlotTimes, now: Date) {
  return [...times].filter(([, at]) => at > now.getTime())
}
