import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PublicKeys, readPublicKey } from '../../edition/file/edition-keys.ts'
import { followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import type { EditionHolder } from '../../edition/hold-edition.ts'
import { buildApp } from '../app.ts'
import { listen } from '../edge/listen.ts'
import { type Metrics, makeMetrics } from '../metrics.ts'
import { makeReadCounter } from '../read-counter.ts'
import { warmAnswers } from '../warm-answers.ts'
import { explainListen } from './explain-listen.ts'
import { makeOpened, type Opened } from './opened.ts'
import { logEditionsOfFiles } from './recovery-log.ts'
import type { StartOptions, StartOutcome } from './start-options.ts'

/** A source that answers is waited for, so that the first reader gets a page; one that does not, is not. */
const FIRST_EDITION_WITHIN_MS = 3_000

export interface RecoveryOptions extends StartOptions {
  /** Of several processes together, where there are several. */
  metrics?: Metrics
  /** How often it looks for a newer edition. */
  pollEveryMs?: number
}

/** O-06: the site that stands in for another: no database, no accounts, the newest edition that was written as a file. */
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
  const signing = signer === undefined ? {} : { signer }
  const warming = warmAnswers({ config, assets, log, clock, ...signing })
  opened.add(async () => warming.stop())
  const holder = openFiles({ ...options, clock, metrics }, warming.prepare)
  opened.add(holder.stop)

  const context = { config, holder, assets, metrics, reads: makeReadCounter(), log, clock, ...signing }
  const app = await buildApp(context)
  opened.add(() => app.close())
  await firstLook(holder, options.stopping)
  try {
    const listening = await listen(app, context)
    opened.add(listening.close)
    return { kind: 'started', address: listening.address, stop: opened.closeAll }
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
}

function openFiles(
  { config, log, clock, metrics, pollEveryMs }: RecoveryOptions & { clock: () => Date; metrics: Metrics },
  prepare: ReturnType<typeof warmAnswers>['prepare'],
): EditionHolder {
  const { source, publicKeys } = config.editionFile
  if (source === undefined) throw new Error('A disaster-recovery site without a source is refused before.')
  const tell = logEditionsOfFiles(log)
  const holder = followEditionFiles({
    source,
    keys: toKeys(publicKeys),
    folder: join(config.dataDir, 'recovery'),
    clock,
    prepare,
    ...(pollEveryMs !== undefined && { pollEveryMs }),
    onEvent: (event) => {
      if (event.kind === 'swapped') metrics.observeEdition(event)
      tell(event)
    },
  })
  metrics.watch(holder, clock)
  return holder
}

function toKeys(publicKeys: readonly string[]): PublicKeys {
  const keys = publicKeys.flatMap((base64) => readPublicKey(base64) ?? [])
  return new Map(keys.map(({ id, key }) => [id, key]))
}

async function firstLook(holder: EditionHolder, stopping: AbortSignal | undefined) {
  const waited = new AbortController()
  const signal = AbortSignal.any([waited.signal, ...(stopping === undefined ? [] : [stopping])])
  const longEnough = sleep(FIRST_EDITION_WITHIN_MS, undefined, { signal }).catch(() => {})
  await Promise.race([holder.refresh(), longEnough])
  waited.abort()
}
