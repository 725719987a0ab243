import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import type { DB } from '../../db/database.ts'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import {
  type PublicKeys,
  publicKeyOf,
  readOwnKey,
  readPublicKey,
  readSigningKey,
} from '../../edition/file/edition-keys.ts'
import type { EditionSource } from '../../edition/file/edition-sources.ts'
import { followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import {
  type EditionHolder,
  type FirstEdition,
  type HolderEvent,
  holdEdition,
} from '../../edition/hold-edition.ts'
import type { ImageShelf } from '../../edition/images/image-shelf.ts'
import type { PastEditions } from '../../edition/log/past-editions.ts'
import { type PurgeEvent, startPurging } from '../../edition/purge/start-purging.ts'
import type { Assets } from '../answers/assets.ts'
import { releaseOf } from '../answers/release-of.ts'
import { warmAnswers } from '../answers/warm-answers.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Metrics } from '../metrics.ts'
import type { Opened } from './opened.ts'

/** One for the current load, one for an abandoned load, and two that help with the first load of a long history. */
const LOADING_CONNECTIONS = 4

export interface HolderOptions extends Pick<AppContext, 'render'> {
  config: Config
  assets: Assets
  databaseUrl: string
  db: Kysely<DB>
  metrics: Metrics
  log: Logger
  clock: () => Date
  signer?: DocumentSigner
  images: ImageShelf
  /** For answers made ahead of time. Without it, they would say that no record has versions. */
  past: PastEditions
  join?: (() => Promise<void>) | undefined
}

export function openHolder(options: HolderOptions, opened: Opened): EditionHolder {
  const { config, databaseUrl, metrics, log, clock } = options
  // Separate from the connections of calls: while staff run long queries on all of those, readers would see
  // a notice that the content is old.
  const db = openLoading(databaseUrl, opened)
  const { databaseReadUrl } = config.scale
  const replica = databaseReadUrl === undefined ? undefined : openLoading(databaseReadUrl, opened)
  const warming = warmAnswers(options)
  opened.add(async () => warming.stop())
  const purging = openPurging(options, opened)
  const logEvent = logEditions(log, clock)
  const holder = holdEdition({
    db,
    url: databaseUrl,
    replica,
    prepare: warming.prepare,
    join: options.join,
    withoutDatabase: () => editionOnDisk(config, clock),
    clock,
    onEvent: (event) => {
      metrics.observeEdition(event)
      logEvent(event)
      const edition = event.kind === 'swapped' ? holder.current()?.edition : undefined
      if (edition !== undefined) purging?.swapped(edition)
    },
  })
  opened.add(holder.stop)
  metrics.watch(holder, clock)
  return holder
}

function openLoading(url: string, opened: Opened) {
  const { db, close } = connect(url, { max: LOADING_CONNECTIONS, silentAfterMs: SILENT_AFTER_MS })
  opened.add(close)
  return db
}

function openPurging({ config, assets, signer, db, metrics, log, clock }: HolderOptions, opened: Opened) {
  const { purgeUrl: url, purgeAuthorization: authorization } = config.caches
  if (url === undefined) return undefined
  const logEvent = logPurges(log)
  const onEvent = (event: PurgeEvent) => {
    metrics.observePurge(event)
    logEvent(event)
  }
  const purging = startPurging({
    db,
    release: releaseOf(config, assets, signer),
    url,
    authorization,
    clock,
    onEvent,
  })
  opened.add(purging.stop)
  return purging
}

function logPurges(log: Logger) {
  return (event: PurgeEvent) => {
    switch (event.kind) {
      case 'purged': {
        const { edition, keys, tookMs } = event
        return log.info({ edition, keys: keys.length, tookMs }, 'Purged the caches in front of the site')
      }
      case 'failed':
        return log.warn(
          { err: event.error, edition: event.edition },
          'The caches in front of the site could not be purged',
        )
    }
  }
}

function logEditions(log: Logger, clock: () => Date) {
  return (event: HolderEvent) => {
    switch (event.kind) {
      case 'swapped': {
        const { number: edition, records, tookMs } = event
        return log.info({ edition, records, tookMs }, 'New edition')
      }
      case 'lost':
        return log.error({ err: event.error }, 'The database is unreachable; serving the edition in memory')
      case 'from-file': {
        const { number: edition, verifiedAt } = event
        const ageSeconds = Math.round((clock().getTime() - verifiedAt.getTime()) / 1000)
        return log.warn(
          { edition, verifiedAt, ageSeconds },
          'Started from an edition file, without the database',
        )
      }
      case 'found':
        return log.info('The database is back')
      case 'replica-lost':
        return log.warn(
          { err: event.error },
          'The read replica can’t provide the newest edition; loading from the database itself',
        )
      case 'replica-found':
        return log.info('Loading editions from the read replica again')
    }
  }
}

/**
 * From EDITION_SOURCE, otherwise from the folder that a worker on this machine writes to. Undefined if no
 * file is signed by a known key.
 */
async function editionOnDisk(config: Config, clock: () => Date): Promise<FirstEdition | undefined> {
  const keys = await knownKeys(config)
  if (keys.size === 0) return undefined
  const files = followEditionFiles({
    source: sourceOnDisk(config),
    keys,
    folder: join(config.dataDir, 'recovery'),
    clock,
    onEvent: () => {},
  })
  try {
    await files.refresh()
    const [held, verifiedAt] = [files.current(), files.verifiedAt()]
    return held && verifiedAt && { edition: held.edition, verifiedAt }
  } finally {
    await files.stop()
  }
}

function sourceOnDisk({ editionFile: { source, target }, dataDir }: Config): EditionSource {
  if (source !== undefined) return source
  const path = target?.kind === 'folder' ? target.path : join(dataDir, 'editions')
  return { kind: 'folder', path }
}

async function knownKeys({ editionFile, dataDir }: Config): Promise<PublicKeys> {
  const { publicKeys, signingKey } = editionFile
  const own = signingKey === undefined ? undefined : readSigningKey(Buffer.from(signingKey, 'base64'))
  const configured = own === undefined ? publicKeys : [...publicKeys, publicKeyOf(own)]
  const left = configured.length === 0 ? await readOwnKey(dataDir) : undefined
  const known = left === undefined ? configured : [left]
  return new Map(known.flatMap((base64) => readPublicKey(base64) ?? []).map(({ id, key }) => [id, key]))
}
