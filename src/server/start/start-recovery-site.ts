import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicKeys } from '../../edition/file/edition-keys.ts'
import { type FollowedEdition, followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import { type FollowEvent, whyNoEdition } from '../../edition/file/follow-events.ts'
import type { EditionHolder } from '../../edition/hold-edition.ts'
import { makeImageShelf } from '../../edition/images/image-shelf.ts'
import { logOfFiles } from '../../edition/log/log-beside-editions.ts'
import { makeReadCounter } from '../answers/read-counter.ts'
import { warmAnswers } from '../answers/warm-answers.ts'
import { buildApp } from '../app.ts'
import { publicKeysOf } from '../config/edition-file-config.ts'
import type { Config } from '../config.ts'
import { explainListen, listen } from '../edge/listen.ts'
import { type Metrics, makeMetrics } from '../metrics.ts'
import { logEditionsOfFiles } from './log-events.ts'
import { watchOpenFiles } from './open-files.ts'
import { openRendering } from './open-web.ts'
import { makeOpened, type Opened } from './opened.ts'
import { serveMetrics } from './serve-metrics.ts'
import type { StartOptions, StartOutcome } from './start-site.ts'

/**
 * The start waits this long for the source, so that the first reader gets a page. A source that doesn't
 * answer must not block the start.
 */
const FIRST_EDITION_WITHIN_MS = 3_000
const OWN_EDITION_WITHIN_MS = 120_000

export interface RecoveryOptions extends StartOptions {
  /** Set if the primary process serves the metrics. Absent: this process serves them. */
  metrics?: Metrics
  othersClosed?: () => Promise<void>
  pollEveryMs?: number
}

/** O-06: no database, no accounts, and the newest edition file. */
export async function startRecoverySite(options: RecoveryOptions): Promise<StartOutcome> {
  const opened = makeOpened(options.log)
  try {
    const outcome = await open(options, opened)
    if (outcome.kind === 'refused') await opened.closeAll()
    return outcome
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

async function open(options: RecoveryOptions, opened: Opened): Promise<StartOutcome> {
  const { config, assets, log, signer, clock = () => new Date(), metrics = makeMetrics() } = options
  if (options.metrics === undefined) {
    const { contentType } = metrics.registry
    const serving = await serveMetrics({ config, log, contentType, text: () => metrics.registry.metrics() })
    if (serving.kind === 'refused') return serving
    opened.add(serving.stop)
  }
  const keys = await publicKeysOf(config)
  if (keys.size === 0) return refusedWithoutEdition(config, 'there is no public key')
  const signing = signer === undefined ? {} : { signer }
  const images = makeImageShelf([(name) => holder.readImage(name)])
  const rendering = openRendering(options, opened)
  const warming = warmAnswers({ config, assets, log, clock, images, ...signing, ...rendering })
  opened.add(async () => warming.stop())
  const early = heldBack(logEditionsOfFiles(log))
  const holder = openFiles(
    { ...options, clock, metrics, keys, reportEvent: early.reportEvent },
    warming.prepare,
  )
  opened.add(holder.stop)

  const reads = makeReadCounter()
  const publicLog = logOfFiles({ read: holder.readLog, clock })
  const context = {
    config,
    holder,
    assets,
    images,
    publicLog,
    metrics,
    reads,
    log,
    clock,
    ...signing,
    ...rendering,
  }
  const app = await buildApp(context)
  opened.add(() => app.close())
  await firstLook(holder, options)
  const lacksOwn = config.editionFile.readsOwn && holder.current() === undefined
  if (lacksOwn) return refusedWithoutEdition(config, whyNoEdition(early.events()))
  early.release()
  try {
    const listening = await listen(app, context, options)
    opened.add(listening.close)
    metrics.watchConnections(app.server)
    opened.add(watchOpenFiles({ server: app.server, log }).stop)
    return { kind: 'started', address: listening.address, stop: opened.closeAll }
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
}

/** O-06: files written by this machine either exist or don't, so waiting is pointless. */
function refusedWithoutEdition({ dataDir }: Config, why: string): StartOutcome {
  return {
    kind: 'refused',
    line: `TRUST_DR=1 found no edition to show in ${join(dataDir, 'editions')}: ${why}. Start the site here once without TRUST_DR, or set EDITION_SOURCE and EDITION_PUBLIC_KEY.`,
  }
}

/** Holds back log lines until the first look is over: a refused start prints one line. */
function heldBack(reportEvent: (event: FollowEvent) => void) {
  let waiting: FollowEvent[] | undefined = []
  return {
    reportEvent: (event: FollowEvent) =>
      void (waiting === undefined ? reportEvent(event) : waiting.push(event)),
    events: () => waiting ?? [],
    release() {
      const waited = waiting ?? []
      waiting = undefined
      waited.forEach(reportEvent)
    },
  }
}

interface FilesOptions extends RecoveryOptions {
  clock: () => Date
  metrics: Metrics
  keys: PublicKeys
  reportEvent: (event: FollowEvent) => void
}

function openFiles(
  { config, clock, metrics, keys, reportEvent, pollEveryMs }: FilesOptions,
  prepare: ReturnType<typeof warmAnswers>['prepare'],
): FollowedEdition {
  const { source } = config.editionFile
  if (source === undefined) throw new Error('A disaster-recovery site always has a source.')
  const holder = followEditionFiles({
    source,
    keys,
    folder: join(config.dataDir, 'recovery'),
    clock,
    prepare,
    ...(pollEveryMs !== undefined && { pollEveryMs }),
    onEvent: (event) => {
      if (event.kind === 'swapped') metrics.observeEdition(event)
      reportEvent(event)
    },
  })
  metrics.watch(holder, clock)
  return holder
}

/** A large local file takes time to open, and without it the start is refused. */
async function firstLook(holder: EditionHolder, { config, stopping }: RecoveryOptions) {
  const waited = new AbortController()
  const signal = AbortSignal.any([waited.signal, ...(stopping === undefined ? [] : [stopping])])
  const withinMs = config.editionFile.readsOwn ? OWN_EDITION_WITHIN_MS : FIRST_EDITION_WITHIN_MS
  const longEnough = sleep(withinMs, undefined, { signal }).catch(() => {})
  await Promise.race([holder.refresh(), longEnough])
  waited.abort()
}
