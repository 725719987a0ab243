import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import type { DB } from '../../db/database.ts'
import { findRunning } from '../../db/embedded/find-running.ts'
import { migrationState } from '../../db/migration-state.ts'
import { findProvider } from '../../db/provider.ts'
import { bounceKey, currentKey, LockedSecret, unsubscribeKey } from '../../db/secrets.ts'
import { LOCKED_CODE } from '../../domain/notifying/channel-result.ts'
import type { MailRates } from '../../domain/notifying/mail-rates.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import type { Sender as MailSender, MailWay } from '../../mail/mail-message.ts'
import { openMailWay } from '../../mail/mail-way.ts'

import { emailSender } from '../email/email-sender.ts'
import type { NotificationSite } from '../email/mail-site.ts'
import { httpSender } from '../http/http-sender.ts'
import { openPoster } from '../http/poster.ts'
import type { MessageSender, SendOutcome } from '../sender.ts'

import type { DeliveryEvent } from './delivery-event.ts'
import { type DeliveryWorker, startDelivery } from './start-delivery.ts'
import { startSweepingDeliveries } from './sweep-deliveries.ts'

export interface OpenDeliveryOptions {
  /** Absent: the embedded server of a Candor that runs on `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  vault: Vault
  publicUrl: string
  /** Absent: mail is written to `outboxDir`. */
  smtpUrl: string | undefined
  smtpConnections: number
  outboxDir: string
  mailFrom: MailSender | undefined
  dkim: DkimKey | undefined
  /** `address` receives bounces. Absent: the sender's address does. */
  bounces: { address: string | undefined }
  mailRates: MailRates
  isWebhookLocal: boolean
  clock: () => Date
  report: (line: string) => void
  onEvent: (event: DeliveryEvent) => void
  signal: AbortSignal
}

export type OpenDeliveryOutcome =
  | { kind: 'opened'; worker: DeliveryWorker }
  | { kind: 'refused'; line: string }
  | { kind: 'stopped' }

const LOOK_AGAIN_AFTER_MS = 1_000
const READ_PROVIDER_EVERY_MS = 30_000
const UNNAMED_PROVIDER: NotificationSite['provider'] = { name: 'Candor', feedback_email: '' }

export async function openDelivery(options: OpenDeliveryOptions): Promise<OpenDeliveryOutcome> {
  const { dataDir, databaseUrl, clock, onEvent } = options
  const database =
    databaseUrl === undefined ? await findRunning(dataDir) : { kind: 'running' as const, url: databaseUrl }
  if (database.kind === 'refused') return database
  const connection = connect(database.url, { silentAfterMs: SILENT_AFTER_MS })
  const state = await untilReady(connection.db, options)
  if (state !== 'ready') {
    await connection.close()
    return state === 'stopped' ? { kind: 'stopped' } : { kind: 'refused', line: NEWER }
  }

  const { db } = connection
  const provider = await followProvider(db)
  const { vault, publicUrl, smtpUrl, outboxDir, report, bounces } = options
  const way = openMailWay({
    smtpUrl,
    outboxDir,
    publicUrl,
    connections: options.smtpConnections,
    clock,
    report,
    dkim: options.dkim,
    returnPath:
      bounces.address === undefined ? undefined : { address: bounces.address, key: bounceKey(db, vault) },
  })
  const poster = openPoster({ isLocalAllowed: options.isWebhookLocal, clock })
  const worker = startDelivery({
    db,
    vault,
    url: database.url,
    senders: {
      mail: mailSender(options, { db, way, provider: provider.current }),
      http: httpSender({ poster, publicUrl, clock }),
    },
    mailConnections: way.size,
    rates: options.mailRates,
    clock,
    onEvent,
  })
  const onError = (error: unknown) => onEvent({ kind: 'failed', task: 'sweep', error })
  const sweeping = startSweepingDeliveries({ db, clock, onError })
  return {
    kind: 'opened',
    worker: {
      wake: worker.wake,
      stop: async () => {
        provider.stop()
        await Promise.all([worker.stop(), sweeping.stop()])
        await connection.close()
      },
    },
  }
}

/** Mail needs an unsubscribe link. While its key is locked, mail waits, and staff see why. */
function mailSender(
  { vault, publicUrl, mailFrom: from, clock }: OpenDeliveryOptions,
  { db, way, provider }: { db: Kysely<DB>; way: MailWay; provider: () => NotificationSite['provider'] },
): MessageSender {
  const readKey = currentKey(() => unsubscribeKey(db, vault))
  let last: { key: Buffer; sender: MessageSender } | undefined

  async function withKey(send: (sender: MessageSender) => Promise<SendOutcome>): Promise<SendOutcome> {
    try {
      const key = await readKey()
      if (last === undefined || !last.key.equals(key)) {
        const sender = emailSender({ way, publicUrl, provider, from, unsubscribeKey: key, clock })
        last = { key, sender }
      }
    } catch (error) {
      return error instanceof LockedSecret
        ? { kind: 'away', reason: LOCKED_CODE }
        : { kind: 'later', reason: (error as Error).name }
    }
    return send(last.sender)
  }

  return {
    send: (...given) => withKey((sender) => sender.send(...given)),
    sendDigest: (...given) => withKey((sender) => sender.sendDigest(...given)),
    close: way.close,
  }
}

const NEWER =
  'This database was last used by a newer version of Candor: deliver with that version or a newer one.'

async function untilReady(
  db: Kysely<DB>,
  { signal, report }: Pick<OpenDeliveryOptions, 'signal' | 'report'>,
): Promise<'ready' | 'newer' | 'stopped'> {
  let isReported = false
  while (!signal.aborted) {
    const state = await migrationState(db).catch(() => 'away' as const)
    if (state === 'ready' || state === 'newer') return state
    if (!isReported)
      report(
        `Waiting for the database, which ${state === 'away' ? 'does not answer' : 'is not prepared'} yet …`,
      )
    isReported = true
    await sleep(LOOK_AGAIN_AFTER_MS, undefined, { signal }).catch(() => {})
  }
  return 'stopped'
}

async function followProvider(db: Kysely<DB>) {
  const read = async () => ({ ...UNNAMED_PROVIDER, ...(await findProvider(db)) })
  let current = await read()
  const timer = setInterval(() => {
    // On failure, the current one stays until the next read.
    read().then(
      (provider) => {
        current = provider
      },
      () => {},
    )
  }, READ_PROVIDER_EVERY_MS)
  return { current: () => current, stop: () => clearInterval(timer) }
}
