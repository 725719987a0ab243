import { join } from 'node:path'
import { makeVault } from '../../db/at-rest/vault.ts'
import { connect } from '../../db/connect.ts'
import { findImage } from '../../db/images.ts'
import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import { followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import { type FollowEvent, whyNoEdition } from '../../edition/file/follow-events.ts'
import type { EditionHolder, Held } from '../../edition/hold-edition.ts'
import type { ImageSource } from '../../edition/images/image-shelf.ts'
import { loadEdition } from '../../edition/load-edition.ts'
import { logOfFiles } from '../../edition/log/log-beside-editions.ts'
import { logOfDatabase, type PublicLog } from '../../edition/log/public-log.ts'
import { publicKeysOf } from '../config/edition-file-config.ts'
import type { Config } from '../config.ts'
import { borrowedDatabase } from './command-line.ts'

export type EditionOutcome =
  | {
      kind: 'found'
      edition: Edition
      verifiedAt: Date
      readImage: ImageSource
      publicLog: PublicLog
      close: () => Promise<void>
    }
  | { kind: 'refused'; line: string }

export async function findEdition(config: Config, clock: () => Date): Promise<EditionOutcome> {
  return config.editionFile.source === undefined ? ofDatabase(config, clock) : ofFile(config, clock)
}

async function ofFile(config: Config, clock: () => Date): Promise<EditionOutcome> {
  const { source } = config.editionFile
  const keys = await publicKeysOf(config)
  if (source === undefined || keys.size === 0) {
    return {
      kind: 'refused',
      line: 'EDITION_SOURCE needs EDITION_PUBLIC_KEY: files are shown only if they are signed.',
    }
  }
  const events: FollowEvent[] = []
  const holder = followEditionFiles({
    source,
    keys,
    folder: join(config.dataDir, 'recovery'),
    clock,
    onEvent: (event) => events.push(event),
  })
  await holder.refresh()
  const edition = holder.current()?.edition
  const verifiedAt = holder.verifiedAt()
  if (edition !== undefined && verifiedAt !== undefined)
    return {
      kind: 'found',
      edition,
      verifiedAt,
      readImage: holder.readImage,
      publicLog: logOfFiles({ read: holder.readLog, clock }),
      close: holder.stop,
    }
  await holder.stop()
  return {
    kind: 'refused',
    line: `There is no edition at EDITION_SOURCE to export: ${whyNoEdition(events)}.`,
  }
}

async function ofDatabase(config: Config, clock: () => Date): Promise<EditionOutcome> {
  const database = await borrowedDatabase(config, () => {})
  if (database.kind === 'refused') return database
  const { db, close: disconnect } = connect(database.url)
  const close = async () => {
    await disconnect()
    await database.close()
  }
  try {
    const verifiedAt = clock()
    const edition = await loadEdition(db)
    const { publicUrl, secretsKeys } = config
    const witnesses = config.logWitnesses.map(({ key }) => key)
    const publicLog = logOfDatabase({ db, vault: makeVault(secretsKeys), publicUrl, witnesses, clock })
    return { kind: 'found', edition, verifiedAt, readImage: (name) => findImage(db, name), publicLog, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Answers are written and dropped. Only data that many pages share is read again. */
const ANSWER_CACHE_MAX_BYTES = 16 * 1024 * 1024

/**
 * Holds one edition forever. It is never verified again after `verifiedAt`, and its pages say so. A site
 * that staff have closed is exported like an open one: files for emergencies must not grow old while
 * someone works on the site.
 */
export function standingHolder(edition: Edition, { verifiedAt }: { verifiedAt: Date }): EditionHolder {
  const held: Held = {
    edition: { ...edition, site: { ...edition.site, maintenance: null } },
    staleSince: verifiedAt,
    answers: new AnswerCache({ maxBytes: ANSWER_CACHE_MAX_BYTES }),
  }
  return {
    current: () => held,
    verifiedAt: () => verifiedAt,
    refresh: async () => true,
    stop: async () => {},
  }
}
