import { join } from 'node:path'
import {
  type PublicKeys,
  publicKeyOf,
  readPublicKey,
  readSigningKey,
} from '../../edition/file/edition-keys.ts'
import type { EditionSource } from '../../edition/file/edition-places.ts'
import { followEditionFiles } from '../../edition/file/follow-edition-files.ts'
import { readOwnKey } from '../../edition/file/own-key.ts'
import type { FirstEdition } from '../../edition/hold-edition.ts'
import type { Config } from '../config.ts'

/**
 * The newest edition file that this process can read, for a start without the database: of EDITION_SOURCE, else of the
 * folder that a worker on this machine writes to. Undefined if there is none that is signed by a known key.
 */
export async function editionOnDisk(config: Config, clock: () => Date): Promise<FirstEdition | undefined> {
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

/** Those of the configuration, else the one that the worker on this machine left in the data folder. */
async function knownKeys({ editionFile, dataDir }: Config): Promise<PublicKeys> {
  const { publicKeys, signingKey } = editionFile
  const own = signingKey === undefined ? undefined : readSigningKey(Buffer.from(signingKey, 'base64'))
  const configured = own === undefined ? publicKeys : [...publicKeys, publicKeyOf(own)]
  const left = configured.length === 0 ? await readOwnKey(dataDir) : undefined
  const known = left === undefined ? configured : [left]
  return new Map(known.flatMap((base64) => readPublicKey(base64) ?? []).map(({ id, key }) => [id, key]))
}
