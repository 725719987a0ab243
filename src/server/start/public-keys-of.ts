import { type PublicKeys, readOwnKey, readPublicKey } from '../../edition/file/edition-keys.ts'
import type { Config } from '../config.ts'

/** The keys that edition files must be signed with. The site on this machine leaves its key in the data folder. */
export async function publicKeysOf({ editionFile, dataDir }: Config): Promise<PublicKeys> {
  const { publicKeys, readsOwn } = editionFile
  const own = readsOwn && publicKeys.length === 0 ? await readOwnKey(dataDir) : undefined
  const known = own === undefined ? publicKeys : [own]
  const keys = known.flatMap((base64) => readPublicKey(base64) ?? [])
  return new Map(keys.map(({ id, key }) => [id, key]))
}
