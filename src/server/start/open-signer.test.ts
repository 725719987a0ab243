import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMessage, generateKey, readKey, readSignature, verify } from 'openpgp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSigner } from './open-signer.ts'

const PASSPHRASE = 'correct horse'
const MADE_AT = new Date('2026-01-01T00:00:00Z')
const TEXT = '{ "title": "שלום 🚒" }\n'
let folder: string
let plain: string
let encrypted: string
let expired: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-signer-'))
  const userIDs = [{ name: 'Northwall', email: 'security@northwall.example' }]
  const key = (more: object) => generateKey({ userIDs, date: MADE_AT, ...more, format: 'armored' })
  plain = await write('plain.asc', (await key({})).privateKey)
  encrypted = await write('encrypted.asc', (await key({ passphrase: PASSPHRASE })).privateKey)
  expired = await write('expired.asc', (await key({ keyExpirationTime: 60 })).privateKey)
})

afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string) {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

async function signerOf(file: string, passphrase?: string) {
  const opened = await openSigner({ file, passphrase })
  if (opened.kind === 'refused' || opened.signer === undefined) throw new Error('no signer')
  return opened.signer
}

test('CSAF: signatures match the published key and are reproducible', async () => {
  for (const signer of [await signerOf(plain), await signerOf(encrypted, PASSPHRASE)]) {
    const at = new Date('2026-05-01T00:00:00Z')
    const armored = await signer.sign(TEXT, at)
    expect(await signer.sign(TEXT, at)).toBe(armored)
    const verificationKeys = await readKey({ armoredKey: signer.publicKey })
    expect(verificationKeys.isPrivate()).toBe(false)
    expect(verificationKeys.getFingerprint().toUpperCase()).toBe(signer.fingerprint)
    const signature = await readSignature({ armoredSignature: armored })
    const isRight = async (text: string) => {
      const message = await createMessage({ binary: Buffer.from(text) })
      const { signatures } = await verify({ message, signature, verificationKeys })
      return signatures[0]?.verified.catch(() => false)
    }
    expect(await isRight(TEXT)).toBe(true)
    expect(await isRight(`${TEXT} `)).toBe(false)
  }
})

test('CSAF: also signs documents older than the key', async () => {
  const signer = await signerOf(plain)
  expect(await signer.sign(TEXT, new Date('2020-01-01T00:00:00Z'))).toContain('BEGIN PGP SIGNATURE')
})

test('CSAF: nothing is signed without a key', async () => {
  expect(await openSigner(undefined)).toEqual({ kind: 'opened', signer: undefined })
})

test('CSAF: a key that cannot sign refuses the start in one line that never shows the key', async () => {
  const garbage = await write('garbage.asc', 'SECRET words')
  const lines = [
    await openSigner({ file: join(folder, 'none.asc'), passphrase: undefined }),
    await openSigner({ file: garbage, passphrase: undefined }),
    await openSigner({ file: encrypted, passphrase: undefined }),
    await openSigner({ file: encrypted, passphrase: 'SECRET wrong' }),
    await openSigner({ file: expired, passphrase: undefined }),
  ].map((outcome) => (outcome.kind === 'refused' ? outcome.line : 'opened'))
  expect(lines).toEqual([
    `CSAF_SIGNING_KEY: The file ${join(folder, 'none.asc')} cannot be read.`,
    `CSAF_SIGNING_KEY: ${garbage} contains no armored OpenPGP private key.`,
    'CSAF_SIGNING_KEY: CSAF_SIGNING_PASSPHRASE does not open the key.',
    'CSAF_SIGNING_KEY: CSAF_SIGNING_PASSPHRASE does not open the key.',
    `CSAF_SIGNING_KEY: The key in ${expired} cannot sign: it may be expired, revoked or for something else.`,
  ])
})
