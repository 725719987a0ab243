import { join } from 'node:path'
import type { Logger } from 'pino'
import { startImporting } from '../../accounts/imports/start-importing.ts'
import { startBackups } from '../../backup/start-backups.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import { clockSkewMs } from '../../db/database-clock.ts'
import { findRunning } from '../../db/embedded/find-running.ts'
import { within } from '../../db/within.ts'
import { startBounceMailbox } from '../../delivery/bounces/start-bounce-mailbox.ts'
import { openDelivery } from '../../delivery/worker/open-delivery.ts'
import { startEditionWriter } from '../../edition/file/start-edition-writer.ts'
import { logOfDatabase } from '../../edition/log/public-log.ts'
import { startWitnessing } from '../../edition/log/start-witnessing.ts'
import type { Config } from '../config.ts'
import {
  logBackups,
  logBounceMailbox,
  logDeliveries,
  logEditionFiles,
  logImports,
  logWitnesses,
} from './log-events.ts'
import { makeOpened, type Opened } from './opened.ts'
import { startSealing } from './start-sealing.ts'
import { watchClock } from './watch-clock.ts'
import type { WorkerNews } from './worker-process.ts'

const SKEW_WITHIN_MS = 5_000

export interface WorkerOptions {
  config: Config
  log: Logger
  report: (line: string) => void
  onNews: (news: WorkerNews) => void
  clock?: () => Date
}

type WorkerOutcome =
  | { kind: 'opened'; databaseUrl: string; readSkewMs: () => Promise<number> }
  | { kind: 'refused'; line: string }
  | { kind: 'stopped' }

export interface Worker {
  opening: Promise<WorkerOutcome>
  stop(): Promise<void>
}

export function openWorker(options: WorkerOptions): Worker {
  const opened = makeOpened(options.log)
  const opening = open(options, opened)
  return {
    opening,
    stop: async () => {
      const closing = opened.closeAll()
      await opening.catch(() => {})
      await closing
      await opened.closeAll()
    },
  }
}

async function open(options: WorkerOptions, opened: Opened): Promise<WorkerOutcome> {
  const { config, log, report, onNews, clock = () => new Date() } = options
  const { backups, bounces, editionFile } = config
  const database = await findDatabase(config)
  if (database.kind === 'refused') return database
  const { url } = database

  const vault = makeVault(config.secretsKeys)
  const logDelivery = logDeliveries(log)
  const delivery = await openDelivery({
    ...config,
    vault,
    databaseUrl: url,
    outboxDir: join(config.dataDir, 'outbox'),
    clock,
    report,
    signal: opened.closing,
    onEvent: (event) => {
      logDelivery(event)
      if (event.kind === 'settled') {
        const { lane, became, count } = event
        onNews({ kind: 'deliveries', lane, became, count })
      }
    },
  })
  if (delivery.kind !== 'opened') return delivery
  opened.add(delivery.worker.stop)

  const watched = connect(url, { max: 1, silentAfterMs: SKEW_WITHIN_MS })
  opened.add(watched.close)
  const sealing = connect(url, { max: 1, silentAfterMs: SILENT_AFTER_MS })
  opened.add(sealing.close)
  opened.add(startSealing({ db: sealing.db, vault, seals: true, log }).stop)
  const readSkewMs = () => within(SKEW_WITHIN_MS, clockSkewMs(watched.db))
  opened.add(watchClock({ readSkewMs, clock, log }).stop)

  const importing = connect(url, { max: 1, silentAfterMs: SILENT_AFTER_MS })
  opened.add(importing.close)
  opened.add(startImporting({ db: importing.db, clock, onEvent: logImports(log) }).stop)

  if (editionFile.target !== undefined) {
    const { db, close } = connect(url, { silentAfterMs: SILENT_AFTER_MS })
    opened.add(close)
    const { target, keep, signingKey, writesOwn } = editionFile
    const leaveKeyIn = writesOwn ? config.dataDir : undefined
    const onEvent = logEditionFiles(log, onNews)
    const witnesses = config.logWitnesses.map(({ key }) => key)
    const publicLog = logOfDatabase({ db, vault, publicUrl: config.publicUrl, witnesses, clock })
    const writing = { db, vault, url, target, keep, signingKey, leaveKeyIn, publicLog, clock, onEvent }
    opened.add(startEditionWriter(writing).stop)
  }
  if (backups.everyHours !== undefined) {
    const { folder, everyHours, keep, passphrase } = backups
    const onEvent = logBackups(log, onNews)
    opened.add(startBackups({ databaseUrl: url, folder, everyHours, keep, passphrase, clock, onEvent }).stop)
  }
  const { address, mailbox } = bounces
  if (address !== undefined && mailbox !== undefined) {
    const { db, close } = connect(url, { max: 1, silentAfterMs: SILENT_AFTER_MS })
    opened.add(close)
    const onEvent = logBounceMailbox(log, onNews)
    opened.add(startBounceMailbox({ db, vault, url, address, mailbox, clock, onEvent }).stop)
  }
  if (config.logWitnesses.length > 0) {
    const { db, close } = connect(url, { max: 2, silentAfterMs: SILENT_AFTER_MS })
    opened.add(close)
    const publicLog = logOfDatabase({ db, vault, publicUrl: config.publicUrl, clock })
    const witnesses = config.logWitnesses
    opened.add(startWitnessing({ db, url, publicLog, witnesses, clock, onEvent: logWitnesses(log) }).stop)
  }
  return { kind: 'opened', databaseUrl: url, readSkewMs }
}

async function findDatabase({ databaseUrl, dataDir }: Config) {
  return databaseUrl === undefined ? findRunning(dataDir) : ({ kind: 'running', url: databaseUrl } as const)
}
