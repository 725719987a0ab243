import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from 'openpgp'
import type { DocumentSigner } from '../../src/edition/documents/document.ts'
import { openSigner } from '../../src/server/start/open-signer.ts'

/** Signs with a key made for the test, read from a file like the site does. */
export async function testSigner(): Promise<DocumentSigner> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-key-'))
  try {
    const file = join(folder, 'key.asc')
    const key = await generateKey({ userIDs: [{ email: 'security@northwall.example' }], format: 'armored' })
    await writeFile(file, key.privateKey)
    const opened = await openSigner({ file, passphrase: undefined })
    if (opened.kind === 'refused' || opened.signer === undefined) throw new Error('The key does not sign.')
    return opened.signer
  } finally {
    await rm(folder, { recursive: true })
  }
}
