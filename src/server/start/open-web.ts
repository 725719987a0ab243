import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { accountsAt } from '../../accounts/accounts.ts'
import { type AccountMailEvent, startAccountMails } from '../../accounts/mails/start-account-mails.ts'
import { makePasswords } from '../../accounts/passwords/passwords.ts'
import { startSweeping } from '../../accounts/sweep.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import { clockSkewMs } from '../../db/database-clock.ts'
import { countWaiting } from '../../db/deliveries.ts'
import { currentPauses } from '../../db/delivery-pauses.ts'
import { countToExpand } from '../../db/expansion.ts'
import { bounceKey } from '../../db/secrets.ts'
import { within } from '../../db/within.ts'
import { postReminder } from '../../delivery/channels/post-reminder.ts'
import { openPoster } from '../../delivery/http/poster.ts'
import { timePublications } from '../../delivery/reports/time-publications.ts'
import type { EditionHolder } from '../../edition/hold-edition.ts'
import { pastEditionsOf } from '../../edition/log/past-editions.ts'
import { logOfDatabase } from '../../edition/log/public-log.ts'
import { keepReads } from '../../edition/reads/keep-reads.ts'
import { openMailer } from '../../mail/mailer.ts'
import { startTimetable, type TimetableReport } from '../../publishing/timetable/start-timetable.ts'
import { makeReadCounter } from '../answers/read-counter.ts'
import { buildApp } from '../app.ts'
import { webConnections } from '../config/scale-config.ts'
import { type AppContext, isDatabaseAway } from '../context.ts'
import { explainListen, listen } from '../edge/listen.ts'
import type { Metrics } from '../metrics.ts'
import { renderInThread } from '../render/render-in-thread.ts'
import { signOnOf } from '../sign-on/staff-sign-on.ts'
import { logTimetable } from './log-events.ts'
import { joinLater } from './open-database.ts'
import { watchOpenFiles } from './open-files.ts'
import { openHolder } from './open-holder.ts'
import { openImages } from './open-images.ts'
import type { Opened } from './opened.ts'
import { startSealing } from './start-sealing.ts'
import type { StartOptions } from './start-site.ts'
import { watchClock } from './watch-clock.ts'

/** Counting further for the queue metrics would cost more than it is worth. */
const COUNTED_AT_MOST = 100_000
/** Shorter than the timeout for adding up the metrics of several processes. */
const COUNT_WITHIN_MS = 500
const LOOK_AGAIN_AFTER_MS = 500
/** After this time it starts without content and says so, which is better than not answering. */
const FIRST_EDITION_WITHIN_MS = 10_000

export interface WebOptions extends Omit<StartOptions, 'startWorker'> {
  databaseUrl: string
  metrics: Metrics
  /** Other processes share the port, so this one doesn't listen until it has content. */
  isOneOfSeveral?: boolean
  /** Why the database was unreachable at the start. An edition file is used until it is back. */
  away?: string | undefined
  othersClosed?: () => Promise<void>
}

export type WebOutcome = { kind: 'opened'; address: string } | { kind: 'refused'; line: string }

export async function openWeb(options: WebOptions, opened: Opened): Promise<WebOutcome> {
  const { config, assets, log, report, databaseUrl, metrics, signer, clock = () => new Date() } = options
  const { db, close } = connect(databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'A database connection broke'),
    max: webConnections(config.scale),
    silentAfterMs: SILENT_AFTER_MS,
  })
  opened.add(close)

  const joining = joinOnce(options)
  const images = openImages({ config, db, isDatabaseLost: () => isDatabaseAway({ holder }) }, opened)
  const past = pastEditionsOf(db)
  const rendering = openRendering(options, opened)
  const holder = openHolder(
    { ...options, ...rendering, clock, db, metrics, images, past, join: joining.join },
    opened,
  )
  /** Starts work on the tables only after they are migrated to this version. */
  const onceJoined = (start: () => { stop(): Promise<void> }) => {
    let running: ReturnType<typeof start> | undefined
    let isOver = false
    opened.add(async () => {
      isOver = true
      await running?.stop()
    })
    joining.whenJoined(() => {
      if (!isOver) running = start()
    })
  }
  if (options.away !== undefined) {
    await holder.refresh()
    const held = holder.current()
    if (held === undefined) return { kind: 'refused', line: options.away }
    if (held.staleSince !== null)
      report(`${options.away} Started from the newest edition file; the database is used once it is back.`)
  }
  const readSkewMs = () => within(COUNT_WITHIN_MS, clockSkewMs(db))
  metrics.watchClock(readSkewMs)
  opened.add(watchClock({ readSkewMs, clock, log }).stop)
  metrics.watchBackups(config.backups)
  metrics.watchPauses(async () => {
    const pauses = await within(COUNT_WITHIN_MS, currentPauses(db))
    return pauses.map(({ way }) => way)
  })
  const countQueues = async (now: Date) => [
    { lane: 'expansion', dead: 0, ...(await countToExpand(db, { now })) },
    ...(await countWaiting(db, { now, most: COUNTED_AT_MOST })),
  ]
  metrics.watchDeliveries(() => within(COUNT_WITHIN_MS, countQueues(clock())))

  const vault = makeVault(config.secretsKeys)
  opened.add(startSealing({ db, vault, seals: false, log }).stop)
  const passwords = makePasswords()
  opened.add(passwords.stop)
  onceJoined(() =>
    startSweeping({
      db,
      clock,
      endsDemo: signOnOf(config) !== 'demo',
      onDemoEnded: (ended) => log.warn({ ended }, 'Revoked credentials that demo identities had created'),
      onError: (error) => log.warn({ err: error }, 'Expired rows could not be removed'),
      onImagesError: (error) =>
        log.warn({ err: error }, 'Unused images could not be removed; the next try is in a day'),
    }),
  )

  const { address } = config.bounces
  const mailer = openMailer({
    dkim: config.dkim,
    returnPath: address === undefined ? undefined : { address, key: bounceKey(db, vault) },
    smtpUrl: config.smtpUrl,
    outboxDir: join(config.dataDir, 'outbox'),
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    clock,
    report,
  })
  const poster = openPoster({ isLocalAllowed: config.isWebhookLocal, clock })
  opened.add(poster.close)
  const mails = startAccountMails({
    db,
    vault,
    mailer,
    post: (reminder) => postReminder({ db, vault, poster }, reminder),
    publicUrl: config.publicUrl,
    isGov: config.isGov,
    provider: () => {
      const held = holder.current()
      return held?.staleSince === null ? held.edition.site.provider : undefined
    },
    clock,
    onEvent: logMails(log),
  })
  // In parallel, because mail in progress waits for the mail server, which may be slow.
  opened.add(async () => {
    await Promise.all([mails.stop(), mailer.close()])
  })

  const reads = makeReadCounter()
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'Page views and message times could not be written; retrying')
  onceJoined(() => keepReads({ db, take: reads.take, clock, onError }))
  onceJoined(() => timePublications({ db, clock, onError }))

  const context = {
    config,
    holder,
    accounts: accountsAt({
      db,
      vault,
      passwords,
      wakeMails: mails.wake,
      logFault: (error, message) => log.error({ err: error }, message),
    }),
    delivery: { db, vault, poster, sendMail: mailer.send, isLocalAllowed: config.isWebhookLocal },
    newsroom: { db },
    images,
    publicLog: logOfDatabase({
      db,
      vault,
      publicUrl: config.publicUrl,
      witnesses: config.logWitnesses.map(({ key }) => key),
      clock,
    }),
    past,
    ...rendering,
    assets,
    metrics,
    reads,
    log,
    clock,
    ...(signer !== undefined && { signer }),
  }
  const app = await buildApp(context)
  opened.add(() => app.close())

  // Load balancers should prefer a process with content.
  await untilHeld(holder, options)
  if (holder.current() === undefined && options.stopping?.aborted !== true)
    report('The content can’t be loaded yet; see the log. Pages answer 503 until then.')
  try {
    const listening = await listen(app, context, options)
    opened.add(listening.close)
    metrics.watchConnections(app.server)
    opened.add(watchOpenFiles({ server: app.server, log }).stop)
    const observeTimetable = (event: TimetableReport) => {
      metrics.observeTimetable(event)
      logTimetable(log, event)
    }
    onceJoined(() => startTimetable({ db, clock, onEvent: observeTimetable }))
    return { kind: 'opened', address: listening.address }
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
}

function joinOnce(options: WebOptions) {
  const waiting: (() => void)[] = []
  let isJoined = options.away === undefined
  const joinDatabase = isJoined ? undefined : joinLater(options.databaseUrl, options)
  const join =
    joinDatabase &&
    (async () => {
      await joinDatabase()
      if (isJoined) return
      isJoined = true
      options.onJoined?.()
      for (const begin of waiting.splice(0)) begin()
    })
  return { join, whenJoined: (begin: () => void) => void (isJoined ? begin() : waiting.push(begin)) }
}

async function untilHeld(
  holder: EditionHolder,
  { stopping, isOneOfSeveral }: Pick<WebOptions, 'stopping' | 'isOneOfSeveral'>,
) {
  const signals = [
    ...(stopping === undefined ? [] : [stopping]),
    ...(isOneOfSeveral ? [] : [AbortSignal.timeout(FIRST_EDITION_WITHIN_MS)]),
  ]
  const signal = AbortSignal.any(signals)
  const patience = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  while (holder.current() === undefined && !signal.aborted) {
    await Promise.race([holder.refresh(), patience])
    if (holder.current() === undefined)
      await sleep(LOOK_AGAIN_AFTER_MS, undefined, { signal }).catch(() => {})
  }
}

function logMails(log: Logger) {
  return (event: AccountMailEvent) => {
    switch (event.kind) {
      case 'sent':
      case 'void':
        return log.debug(event, 'Account mail done')
      case 'postponed':
        return log.info(event, 'Account mail will be retried')
      case 'given-up':
        return log.warn(event, 'Account mail could not be sent')
      case 'failed':
        return log.warn({ err: event.error }, 'Account mail is waiting')
    }
  }
}

/** Without warming, few pages are rendered while others are read, and a thread isn't worth its memory. */
export function openRendering(
  { config, log, renderThread }: StartOptions,
  opened: Opened,
): Pick<AppContext, 'render'> {
  if (renderThread === undefined || !config.caches.isWarming) return {}
  const { render, stop } = renderInThread({ file: renderThread, log })
  opened.add(stop)
  return { render }
}
