import { join } from 'node:path'
import { connect } from '../../db/connect.ts'
import { type Borrowed, borrowEmbedded } from '../../db/embedded/borrow-embedded.ts'
import type { Edition } from '../../edition/edition.ts'
import { readPublicKey } from '../../edition/file/edition-keys.ts'
import { followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import type { FollowEvent } from '../../edition/file/follow-events.ts'
import { loadEdition } from '../../edition/load-edition.ts'
import type { Config } from '../config.ts'

export type EditionOutcome =
  | { kind: 'found'; edition: Edition; verifiedAt: Date }
  | { kind: 'refused'; line: string }

/** The newest edition: of the signed file where a source is set, else of the database. */
export async function findEdition(config: Config, clock: () => Date): Promise<EditionOutcome> {
  return config.editionFile.source === undefined ? ofDatabase(config, clock) : ofFile(config, clock)
}

async function ofFile({ editionFile, dataDir }: Config, clock: () => Date): Promise<EditionOutcome> {
  const { source, publicKeys } = editionFile
  if (source === undefined || publicKeys.length === 0) {
    return {
      kind: 'refused',
      line: 'EDITION_SOURCE needs EDITION_PUBLIC_KEY: files are shown only if they are signed.',
    }
  }
  const keys = publicKeys.flatMap((base64) => readPublicKey(base64) ?? [])
  const events: FollowEvent[] = []
  const holder = followEditionFiles({
    source,
    keys: new Map(keys.map(({ id, key }) => [id, key])),
    folder: join(dataDir, 'recovery'),
    clock,
    onEvent: (event) => events.push(event),
  })
  try {
    await holder.refresh()
    const edition = holder.current()?.edition
    const verifiedAt = holder.verifiedAt()
    if (edition !== undefined && verifiedAt !== undefined) return { kind: 'found', edition, verifiedAt }
    return { kind: 'refused', line: `There is no edition at EDITION_SOURCE to export: ${whyNot(events)}.` }
  } finally {
    await holder.stop()
  }
}

function whyNot(events: readonly FollowEvent[]): string {
  for (const event of events) {
    if (event.kind === 'refused') return `${event.what}: ${event.line}`
    if (event.kind === 'lost') return (event.error as Error).message
  }
  return 'nothing is there'
}

async function ofDatabase(config: Config, clock: () => Date): Promise<EditionOutcome> {
  const database = await openDatabase(config)
  if (database.kind === 'refused') return database
  const { db, close } = connect(database.url)
  try {
    const verifiedAt = clock()
    return { kind: 'found', edition: await loadEdition(db), verifiedAt }
  } finally {
    await close()
    await database.close()
  }
}

async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Borrowed> {
  if (databaseUrl === undefined) return borrowEmbedded({ dataDir, mayCreate: false, report: () => {} })
  return { kind: 'open', url: databaseUrl, isOurs: false, close: async () => {} }
}
