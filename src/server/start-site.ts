import { join } from 'node:path'
import type { Logger } from 'pino'
import { accountsAt } from '../accounts/accounts.ts'
import { type AccountMailEvent, startAccountMails } from '../accounts/mails/start-account-mails.ts'
import { makePasswords } from '../accounts/passwords/passwords.ts'
import { startSweeping } from '../accounts/sweep.ts'
import { type Connection, connect } from '../db/connect.ts'
import { countWaiting } from '../db/deliveries.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { migrate } from '../db/migrate.ts'
import { endSessionsOfIssuersAt } from '../db/staff.ts'
import { within } from '../db/within.ts'
import { openPoster } from '../delivery/http/poster.ts'
import { timeSendings } from '../delivery/reports/time-sendings.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { DEMO_IDENTITY_PATH } from '../domain/account/sign-on-paths.ts'
import { holdEdition } from '../edition/hold-edition.ts'
import { keepReads } from '../edition/reads/keep-reads.ts'
import { openMailer } from '../mail/mailer.ts'
import { startTimetable, type TimetableReport } from '../publishing/timetable/start-timetable.ts'
import { buildApp } from './app.ts'
import type { Assets } from './assets.ts'
import type { Config } from './config.ts'
import type { SettledEvent } from './delivery-tally.ts'
import { logTimetable } from './log-timetable.ts'
import { makeMetrics } from './metrics.ts'
import { makeReadCounter } from './read-counter.ts'

export type StartOutcome =
  | { kind: 'started'; address: string; stop(): Promise<void> }
  | { kind: 'refused'; line: string }

/** Of what waits to be sent, for those who watch: counting more would cost more than it tells. */
const COUNTED_AT_MOST = 100_000
const COUNT_WITHIN_MS = 2_000

export interface StartOptions {
  config: Config
  assets: Assets
  log: Logger
  /** A plain line for the person who started the site. */
  report: (line: string) => void
  clock?: () => Date
  /** Absent: another process sends notifications. */
  startDelivery?: StartDelivery
}

/** Sends notifications beside the site, and tells of what was settled. */
export type StartDelivery = (of: { databaseUrl: string; onSettled: (settled: SettledEvent[]) => void }) => {
  stop(): Promise<void>
}

/** From configuration to a listening site; whatever was opened on the way is closed again if a step refuses. */
export async function startSite(options: StartOptions): Promise<StartOutcome> {
  const opened: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= closeAll(opened, options.log)
    return stopping
  }
  try {
    const outcome = await open(options, opened)
    if (outcome.kind === 'opened') return { kind: 'started', address: outcome.address, stop }
    await stop()
    return outcome
  } catch (error) {
    await stop()
    throw error
  }
}

/** One part that does not close must not keep the others open, the database least of all. */
async function closeAll(opened: (() => Promise<void>)[], log: Logger) {
  for (const close of opened.reverse()) {
    await close().catch((error) => log.error({ err: error }, 'A part of the site did not close'))
  }
}

async function open(
  { config, assets, log, report, clock = () => new Date(), startDelivery }: StartOptions,
  opened: (() => Promise<void>)[],
): Promise<{ kind: 'opened'; address: string } | { kind: 'refused'; line: string }> {
  const database = await openDatabase(config, report)
  if (database.kind === 'refused') return database
  opened.push(database.stop)

  const connection = connect(database.url, {
    onError: (error) => log.warn({ err: error }, 'A database connection broke'),
  })
  opened.push(connection.close)
  const unreachable = await findUnreachable(connection, config)
  if (unreachable !== undefined) return { kind: 'refused', line: unreachable }
  const migrated = await migrate(connection.db)
  if (migrated.kind === 'refused') return migrated
  if (config.hasDemo) {
    const loaded = await loadDemo(connection.db, { now: clock() })
    if (loaded === 'loaded')
      report('Loaded the demo content of the provider Northwall (DEMO=0 leaves it out).')
    if (loaded === 'moved') report('Moved the demo content to today.')
    if (loaded === 'completed') report('Added what is new to the demo content.')
  }

  // Whoever signed in by the demo's provider counts as staff no longer than it runs.
  const hasOtherStaff = config.oidc !== undefined || !config.hasDemo
  if (hasOtherStaff) await endSessionsOfIssuersAt(connection.db, DEMO_IDENTITY_PATH)

  const metrics = makeMetrics()
  const holder = holdEdition({
    db: connection.db,
    url: database.url,
    clock,
    onEvent: (event) => {
      metrics.observeEdition(event)
      switch (event.kind) {
        case 'swapped':
          return log.info(
            { edition: event.number, records: event.records, tookMs: event.tookMs },
            'New edition',
          )
        case 'lost':
          return log.error(
            { err: event.error },
            'The database is out of reach; serving the edition in memory',
          )
        case 'found':
          return log.info('The database is back')
      }
    },
  })
  opened.push(holder.stop)
  metrics.watch(holder, clock)
  metrics.watchDeliveries(
    () => within(COUNT_WITHIN_MS, countWaiting(connection.db, { now: clock(), most: COUNTED_AT_MOST })),
    clock,
  )

  const passwords = makePasswords()
  opened.push(passwords.stop)
  const sweeping = startSweeping({
    db: connection.db,
    clock,
    onError: (error) => log.warn({ err: error }, 'What has run out could not be swept away'),
  })
  opened.push(sweeping.stop)

  const mailer = openMailer({
    smtpUrl: config.smtpUrl,
    outboxDir: join(config.dataDir, 'outbox'),
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    clock,
    report,
  })
  const mails = startAccountMails({
    db: connection.db,
    mailer,
    publicUrl: config.publicUrl,
    provider: () => {
      const held = holder.current()
      const canSend = held?.staleSince === null && !config.isTrustDR
      return canSend ? held.edition.site.provider : undefined
    },
    clock,
    onEvent: logMails(log),
  })
  // Together: what is under way waits for the mail server, which may be slow.
  opened.push(async () => {
    await Promise.all([mails.stop(), mailer.close()])
  })

  const poster = openPoster({ isLocalAllowed: config.isWebhookLocal, clock })
  opened.push(poster.close)

  const reads = makeReadCounter()
  // A site that stands in for another writes nothing.
  if (!config.isTrustDR) {
    const { db } = connection
    const onError = (error: unknown) => log.warn({ err: error }, 'Figures have to wait')
    const keeping = keepReads({ db, take: reads.take, clock, onError })
    opened.push(keeping.stop)
    const timing = timeSendings({ db, clock, onError })
    opened.push(timing.stop)
  }

  let delivery: ReturnType<StartDelivery> | undefined
  opened.push(async () => delivery?.stop())
  let timetable: ReturnType<typeof startTimetable> | undefined
  opened.push(async () => timetable?.stop())

  const app = await buildApp({
    config,
    holder,
    accounts: accountsAt({ db: connection.db, passwords, wakeMails: mails.wake }),
    delivery: {
      db: connection.db,
      poster,
      sendMail: mailer.send,
      isLocalAllowed: config.isWebhookLocal,
    },
    newsroom: { db: connection.db },
    assets,
    metrics,
    reads,
    log,
    clock,
  })
  opened.push(() => app.close())
  // First of all, beside everything else: what is under way waits for other people's servers.
  opened.push(async () => void delivery?.stop())
  const observeTimetable = (event: TimetableReport) => {
    metrics.observeTimetable(event)
    logTimetable(log, event)
  }
  try {
    const address = await app.listen({ port: config.port, host: config.host })
    await holder.refresh()
    const isDelivering = config.hasDeliveryWorker && !config.isTrustDR
    if (isDelivering)
      delivery = startDelivery?.({ databaseUrl: database.url, onSettled: metrics.observeDeliveries })
    if (!config.isTrustDR) timetable = startTimetable({ db: connection.db, clock, onEvent: observeTimetable })
    return { kind: 'opened', address }
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
}

/** By number and kind: a log holds nobody's address. */
function logMails(log: Logger) {
  return (event: AccountMailEvent) => {
    switch (event.kind) {
      case 'sent':
      case 'void':
        return log.debug(event, 'A mail about an account is done')
      case 'postponed':
        return log.info(event, 'A mail about an account will be tried again')
      case 'given-up':
        return log.warn(event, 'A mail about an account could not be sent')
      case 'failed':
        return log.warn({ err: event.error }, 'Mails about accounts have to wait')
    }
  }
}

type OpenDatabase =
  | { kind: 'started'; url: string; stop(): Promise<void> }
  | { kind: 'refused'; line: string }

async function openDatabase(config: Config, report: (line: string) => void): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) return startEmbedded({ dataDir: config.dataDir, report })
  return { kind: 'started', url: config.databaseUrl, stop: async () => {} }
}

/** Says where it looked, never with which password. */
async function findUnreachable({ pool }: Connection, { databaseUrl }: Config) {
  try {
    const client = await pool.connect()
    client.release()
    return undefined
  } catch (error) {
    const where = databaseUrl === undefined ? 'the embedded database' : hostOf(databaseUrl)
    const why = (error as Error).message || (error as { code?: string }).code
    const advice = databaseUrl === undefined ? '' : ' Check DATABASE_URL and whether the server runs.'
    return `Cannot reach ${where}: ${why}.${advice}`
  }
}

function hostOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  return `the database at ${url.searchParams.get('host') ?? (url.host || 'localhost')}`
}

function explainListen(error: unknown, { port, host }: Config) {
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Set PORT to a number above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port}: ${message}`
  }
}
