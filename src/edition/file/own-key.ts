import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeyOf, type SigningKey } from './edition-keys.ts'
import { writeWhole } from './places/folder-place.ts'

const NAME = 'edition-key.pub'

/** O-06: leaves the public key in the data folder, for a stand-in site on the same machine. It is not a secret. */
export async function leaveOwnKey(dataDir: string, key: SigningKey): Promise<void> {
  const publicKey = publicKeyOf(key)
  if ((await readOwnKey(dataDir)) !== publicKey)
    await writeWhole(dataDir, NAME, Buffer.from(`${publicKey}\n`))
}

/** Undefined: no site has written editions into this data folder. */
export async function readOwnKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => undefined)
  return text?.trim()
}
