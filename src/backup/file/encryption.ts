import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Transform } from 'node:stream'
import { BackupRefused } from '../backup-refused.ts'

/** Each member of an archive has its own key, so that they can't be swapped. */
export interface BackupCipher {
  line: string
  encrypt(member: string): Transform
  decrypt(member: string, path: string): Transform
}

const LINE = /^encrypted: scrypt N=(\d+) r=8 p=1 salt=([\w+/=]+) check=([\w+/=]+)$/m
/** 128 MiB and about a second per guess. */
const SCRYPT_N = 2 ** 17
/** We never write more. */
const SCRYPT_N_MOST = 2 ** 20
const SALT_BYTES = 16
const KEY_BYTES = 32
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12

export async function newCipher(passphrase: string): Promise<BackupCipher> {
  const salt = randomBytes(SALT_BYTES)
  const key = await keyOf(passphrase, { salt, n: SCRYPT_N })
  return cipherOf(key, { salt, n: SCRYPT_N })
}

export function isEncrypted(about: string): boolean {
  return LINE.test(about)
}

export async function cipherIn(
  about: string,
  { passphrase, path }: { passphrase: string | undefined; path: string },
): Promise<BackupCipher> {
  const [, digits, salted = '', check = ''] = LINE.exec(about) ?? []
  const n = Number(digits)
  const isUsable = n >= 2 && n <= SCRYPT_N_MOST && Number.isInteger(Math.log2(n))
  if (!isUsable) throw new BackupRefused(`${path} is damaged (its first lines): take another backup.`)
  if (passphrase === undefined)
    throw new BackupRefused(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`)
  const salt = Buffer.from(salted, 'base64')
  const key = await keyOf(passphrase, { salt, n })
  const [expected, found] = [checkOf(key), Buffer.from(check, 'base64')]
  const isRight = expected.length === found.length && timingSafeEqual(expected, found)
  if (!isRight) throw new BackupRefused(`BACKUP_PASSPHRASE is not the passphrase of ${path}.`)
  return cipherOf(key, { salt, n })
}

function keyOf(passphrase: string, { salt, n }: { salt: Buffer; n: number }): Promise<Buffer> {
  const cost = { N: n, r: 8, p: 1, maxmem: 256 * n * 8 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

function derived(key: Buffer, what: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `candor-backup ${what}`, KEY_BYTES))
}

/** Distinguishes a wrong passphrase from a damaged file. */
function checkOf(key: Buffer): Buffer {
  return derived(key, 'check').subarray(0, SALT_BYTES)
}

function cipherOf(key: Buffer, { salt, n }: { salt: Buffer; n: number }): BackupCipher {
  const [salted, check] = [salt, checkOf(key)].map((bytes) => bytes.toString('base64'))
  const keyFor = (member: string) => derived(key, `member ${member}`)
  return {
    line: `encrypted: scrypt N=${n} r=8 p=1 salt=${salted} check=${check}`,
    encrypt: (member) => encrypting(keyFor(member)),
    decrypt: (member, path) => decrypting(keyFor(member), () => notAsWritten(path, member)),
  }
}

function notAsWritten(path: string, member: string) {
  return new BackupRefused(`${path} is damaged (${member}): take another backup.`)
}

/** The index and the last flag make it impossible to swap, drop or cut off chunks unnoticed. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function encrypting(key: Buffer): Transform {
  return inChunks(CHUNK_BYTES, (chunk, index, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  })
}

function decrypting(key: Buffer, refused: () => Error): Transform {
  return inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, index, isLast) => {
    if (chunk.length < TAG_BYTES) throw refused()
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw refused()
    }
  })
}

function inChunks(size: number, turn: (chunk: Buffer, index: number, isLast: boolean) => Buffer): Transform {
  let waiting: Buffer[] = []
  let bytes = 0
  let index = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      waiting.push(piece)
      bytes += piece.length
      if (bytes <= size) return done()
      try {
        let rest = Buffer.concat(waiting)
        // Wait for one more byte, because this may be the last chunk.
        for (; rest.length > size; rest = rest.subarray(size))
          this.push(turn(rest.subarray(0, size), index++, false))
        waiting = [rest]
        bytes = rest.length
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, turn(Buffer.concat(waiting), index, true))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
