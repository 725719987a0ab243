import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { cipherIn, isEncrypted, newCipher } from './encryption.ts'

const PASSPHRASE = 'correct horse battery staple'
const CHUNK = 64 * 1024
const cipher = await newCipher(PASSPHRASE)
// Once, because deriving the key is slow on purpose.
const opened = await cipherIn(`candor-backup 2\n${cipher.line}\n`, { passphrase: PASSPHRASE, path: 'x.tar' })

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
  'restores %d bytes exactly',
  async (length) => {
    const content = Buffer.alloc(length, 'candor')
    const encrypted = await encrypt(content)
    expect(encrypted.length).toBe(length + 16 * Math.max(1, Math.ceil(length / CHUNK)))
    expect(encrypted.includes('candor')).toBe(false)
    const back = await buffer(Readable.from([encrypted]).pipe(opened.decrypt('tables/a', 'x.tar')))
    expect(back.equals(content)).toBe(true)
  },
)

test('refuses changed, truncated, swapped or moved data in one line', async () => {
  const whole = await encrypt(Buffer.alloc(3 * CHUNK + 5, 'candor'))
  const step = CHUNK + 16
  const changed = Buffer.from(whole)
  changed[70_000] = (changed[70_000] ?? 0) ^ 1
  const swapped = Buffer.concat([
    whole.subarray(step, 2 * step),
    whole.subarray(0, step),
    whole.subarray(2 * step),
  ])
  for (const bytes of [
    changed,
    swapped,
    whole.subarray(0, -1),
    whole.subarray(0, 2 * step),
    whole.subarray(0, 3),
  ])
    await expect(decrypt(bytes)).rejects.toThrow('x.tar is damaged (tables/a): take another backup.')
  await expect(decrypt(whole, 'tables/b')).rejects.toThrow('x.tar is damaged (tables/b)')
})

test('reports a wrong or missing passphrase in one line', async () => {
  const open = (passphrase: string | undefined) => cipherIn(cipher.line, { passphrase, path: 'x.tar' })
  await expect(open('wrong')).rejects.toThrow('BACKUP_PASSPHRASE is not the passphrase of x.tar.')
  await expect(open(undefined)).rejects.toThrow(
    'x.tar is encrypted: set BACKUP_PASSPHRASE to its passphrase.',
  )
  expect(isEncrypted('candor-backup 1\n')).toBe(false)
})

function encrypt(content: Buffer) {
  return buffer(Readable.from([content]).pipe(cipher.encrypt('tables/a')))
}

async function decrypt(bytes: Buffer, member = 'tables/a') {
  const through = cipher.decrypt(member, 'x.tar')
  Readable.from([bytes]).pipe(through)
  return buffer(through)
}
