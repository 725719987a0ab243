import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import type { DB } from '../../db/database.ts'
import type { Lane as LaneName, Priority } from '../../db/deliveries.ts'
import { type Listener, listenForEditions } from '../../db/listen.ts'
import type { MailRates } from '../../domain/notifying/mail-rates.ts'
import type { MessageSender, SendOutcome } from '../sender.ts'

import { slotBooking } from './book-slots.ts'
import { claimDigestParcels, claimParcels, type ParcelClaims } from './claim-parcels.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import { startExpander } from './expander.ts'
import { type DeliveryLane, type LaneOptions, startLane } from './lane.ts'
import type { Parcel } from './parcel.ts'
import { pauseBoard } from './pause-board.ts'
import { publicationCache } from './publication-cache.ts'
import { giveBack, settlementOf } from './settlement.ts'
import { makeSettler } from './settler.ts'
import { openWay, type Pauses } from './way.ts'

export interface DeliveryOptions {
  db: Kysely<DB>
  vault: Vault
  /** Of the same database: the listener and the ledger have their own connections. */
  url: string
  senders: Senders
  mailConnections: number
  rates: MailRates
  clock: () => Date
  onEvent: (event: DeliveryEvent) => void
  lookEveryMs?: number
  pauses?: Pauses
  sliceUsers?: number
  silentAfterMs?: number
}

export interface Senders {
  mail: MessageSender
  http: MessageSender
}

export interface DeliveryWorker {
  wake(): void
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 2_000
/** With closing the senders, less than the 12 s after which the site kills its worker. */
const STOP_SENDING_WITHIN_MS = 4_000
const STOP_RECORDING_WITHIN_MS = 2_000

/** Unanswered mails in a row. One or two can happen, and each may cause a second copy. */
const MOST_UNANSWERED = 3
const MAIL_AHEAD = 400
/** Share of the mail connections, so that the morning's digests never delay urgent mail. */
const SHARE_OF_DIGESTS = 1 / 4
const DIGESTS_AHEAD = 40
const HTTP = { size: 1_000, width: 64, ahead: 256, patience: { ms: 1_000, beside: 448 } }
const TROUBLED = { width: 16, ahead: 64, patience: { ms: 1_000, beside: 112 } }
const HTTP_DIGESTS = { width: 16, ahead: DIGESTS_AHEAD, patience: { ms: 1_000, beside: 112 } }

export function startDelivery(options: DeliveryOptions): DeliveryWorker {
  const { db, vault, url, senders, mailConnections, clock, pauses } = options
  // Less than a lease, so that a vanished server delays messages by a minute, not by a quarter of an hour.
  const ledger = connect(url, { isPreparing: true, silentAfterMs: options.silentAfterMs ?? SILENT_AFTER_MS })
  const board = pauseBoard(ledger.db)
  const onEvent = (event: DeliveryEvent) => {
    board.show(event)
    options.onEvent(event)
  }
  const settler = makeSettler({ db: ledger.db, clock, onEvent })
  const publications = publicationCache(db)
  const slots = slotBooking({ db: ledger.db, rates: options.rates, clock })
  const claiming = { db: ledger.db, vault, publications, clock }

  const paused = pauses && { pauses }
  const onRoom = () => pumpAll()
  const mail = openWay({
    name: 'mail',
    sender: senders.mail,
    size: mailConnections,
    onEvent,
    onRoom,
    mostUnanswered: MOST_UNANSWERED,
    ...paused,
  })
  const http = openWay({ name: 'http', sender: senders.http, size: HTTP.size, onEvent, onRoom, ...paused })

  const common = {
    mayClaim: () => !settler.isBehind(),
    settleIfSent,
    record,
    giveBack: returnParcel,
    onError: failed('claim'),
    clock,
    isPaced: false,
  }
  const mailLane = lane('mail', {
    way: mail,
    width: mailConnections,
    ahead: Math.min(MAIL_AHEAD, slots.most),
    isPaced: slots.isLimited,
    claim: async (asked) => booked(await claimParcels(claiming, { lane: 'mail', ...asked }), asked.priority),
  })
  const mailDigests = lane('digest', {
    way: mail,
    width: Math.ceil(mailConnections * SHARE_OF_DIGESTS),
    ahead: Math.min(DIGESTS_AHEAD, slots.most),
    isPaced: slots.isLimited,
    priorities: [1],
    claim: async ({ limit }) => booked(await claimDigestParcels(claiming, { isMail: true, limit }), 'digest'),
  })
  const httpDigests = lane('digest', {
    way: http,
    ...HTTP_DIGESTS,
    priorities: [1],
    claim: ({ limit }) => claimDigestParcels(claiming, { isMail: false, limit }),
  })
  const httpLane = lane('http', {
    way: http,
    ...HTTP,
    claim: (asked) => claimParcels(claiming, { lane: 'http', ...asked }),
  })
  const troubled = lane('troubled', {
    way: http,
    ...TROUBLED,
    claim: (asked) => claimParcels(claiming, { lane: 'troubled', ...asked }),
  })
  const lanes = [mailDigests, mailLane, httpLane, troubled, httpDigests]

  function lane(
    name: LaneName,
    of: Omit<LaneOptions, keyof typeof common | 'priorities'> & Partial<LaneOptions>,
  ): DeliveryLane {
    return startLane({
      ...common,
      priorities: [0, 1],
      ...of,
      claim: async (asked) => {
        const claims = await of.claim(asked)
        return reportSuppressed(name, claims as ParcelClaims)
      },
    })
  }

  function reportSuppressed(name: LaneName, claims: ParcelClaims) {
    const { suppressed: count, obstacles: reasons } = claims
    if (count > 0) onEvent({ kind: 'settled', lane: name, became: 'suppressed', count, reasons })
    return claims
  }

  async function booked(claims: ParcelClaims, queue: Priority | 'digest'): Promise<ParcelClaims> {
    const { ready, later } = await slots.book(claims.parcels, queue)
    for (const { parcel, dueAt } of later) void settler.settle(giveBack(parcel, { dueAt }))
    return { ...claims, parcels: ready }
  }

  async function record(parcel: Parcel, outcome: SendOutcome) {
    const settlement = settlementOf(parcel, outcome, { now: clock(), chance: Math.random() })
    if (settlement !== undefined) await settler.settle(settlement)
  }

  /** The claim may have come before or after the recording, so it is recorded again with the newer claim. */
  function settleIfSent(parcel: Parcel): boolean {
    const sent = parcel.deliveries.filter(({ id }) => settler.hasSent(id))
    const rest = parcel.deliveries.filter(({ id }) => !settler.hasSent(id))
    if (sent.length === 0) return false
    void settler.settle({
      kind: 'sent',
      lane: parcel.lane,
      sent: sent.map(({ id, fence }) => ({ id, fence, providerId: null })),
    })
    const [first, ...others] = rest
    if (first !== undefined) returnParcel({ ...parcel, deliveries: [first, ...others] })
    return true
  }

  function returnParcel(parcel: Parcel) {
    void settler.settle(giveBack(parcel, { dueAt: clock() }))
  }

  function failed(task: 'claim' | 'settle') {
    return (error: unknown) => onEvent({ kind: 'failed', task, error })
  }

  function pumpAll() {
    for (const each of lanes) each.pump()
  }

  function wakeLanes() {
    for (const each of lanes) each.wake()
  }

  const expander = startExpander({ db, clock, onEvent, onAdded: wakeLanes, sliceUsers: options.sliceUsers })
  const news = listenAgainAndAgain(url, { onNews: expander.wake })

  function look() {
    news.listen()
    expander.wake()
    wakeLanes()
  }
  look()
  const timer = setInterval(look, options.lookEveryMs ?? LOOK_EVERY_MS)

  return {
    wake: look,
    stop: async () => {
      clearInterval(timer)
      mail.stop()
      http.stop()
      const ended = Promise.all([news.stop(), expander.stop(), ...lanes.map((each) => each.stop())])
      await atMost(STOP_SENDING_WITHIN_MS, ended)
      // Cuts off hanging messages and records them as unanswered.
      await Promise.all([senders.mail.close(), senders.http.close()])
      await atMost(STOP_RECORDING_WITHIN_MS, ended)
      await settler.stop()
      await atMost(STOP_RECORDING_WITHIN_MS, board.stop())
      await ledger.close()
    },
  }
}

function listenAgainAndAgain(url: string, { onNews }: { onNews: () => void }) {
  let listener: Listener | undefined
  let opening: Promise<void> | undefined
  let isStopped = false

  async function open() {
    listener = await listenForEditions(url, {
      onEdition: onNews,
      onLost: () => {
        listener = undefined
      },
    }).catch(() => undefined)
    // Publications from before the listener started were missed.
    if (listener !== undefined) onNews()
  }

  return {
    listen: () => {
      if (listener !== undefined || isStopped) return
      opening ??= open().finally(() => {
        opening = undefined
      })
    },
    stop: async () => {
      isStopped = true
      await opening
      await listener?.stop()
    },
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const longEnough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, longEnough]).finally(() => clearTimeout(timer))
}
