import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editionKeys, recoveryEnv } from '../../../tests/support/edition-keys.ts'
import { readFrom } from '../../../tests/support/read-from.ts'
import { readConfig } from '../config.ts'
import { toEditionFile } from './edition-file-config.ts'

const DATA = '/var/lib/candor'
const OF_ANOTHER_KIND = generateKeyPairSync('x25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

const editionFileOf = (env: Record<string, string>) =>
  toEditionFile(readFrom(env), { dataDir: DATA, isTrustDR: false })
const targetOf = (env: Record<string, string>) => editionFileOf(env).target

test('by default editions are written to the data folder', () => {
  expect(editionFileOf({})).toMatchObject({
    target: { kind: 'folder', path: join(DATA, 'editions') },
    writesOwn: true,
    keep: 10,
    source: undefined,
    readsOwn: false,
    publicKeys: [],
  })
})

describe('EDITION_TARGET', () => {
  test('may be a folder, a URL or unset', () => {
    expect(targetOf({ EDITION_TARGET: 'none' })).toBeUndefined()
    expect(targetOf({ EDITION_TARGET: '/mnt/editions' })).toEqual({ kind: 'folder', path: '/mnt/editions' })
    expect(
      targetOf({ EDITION_TARGET: 'https://store.example/a/', EDITION_TARGET_AUTHORIZATION: 'Bearer x' }),
    ).toEqual({ kind: 'http', url: 'https://store.example/a', authorization: 'Bearer x' })
  })

  test('may be a bucket at Amazon or elsewhere', () => {
    const bucket = {
      kind: 's3',
      bucket: 'status',
      prefix: 'a/b',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }
    expect(targetOf({ ...KEYS, EDITION_TARGET: 's3://status/a/b/', AWS_REGION: 'eu-north-1' })).toMatchObject(
      {
        ...bucket,
        region: 'eu-north-1',
        endpoint: 'https://s3.eu-north-1.amazonaws.com',
      },
    )
    const own = { S3_ENDPOINT: 'https://s3.northwall.example/' }
    expect(targetOf({ ...KEYS, ...own, EDITION_TARGET: 's3://status' })).toMatchObject({
      ...bucket,
      prefix: '',
      endpoint: 'https://s3.northwall.example',
    })
  })

  test.each([
    [{ EDITION_TARGET: 's3://status' }, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    [{ ...KEYS, EDITION_TARGET: 's3://' }, /^EDITION_TARGET must name a bucket/],
    [{ ...KEYS, EDITION_TARGET: 's3://a', S3_ENDPOINT: 'store.example' }, /^S3_ENDPOINT must be a URL/],
    [
      { EDITION_TARGET: 'https://name:word@store.example' },
      /^EDITION_TARGET must not contain a name and password/,
    ],
    [{ EDITION_TARGET: 'gs://bucket/folder' }, /^EDITION_TARGET cannot begin with gs:/],
    [{ EDITION_SOURCE: 'ftp://store.example' }, /^EDITION_SOURCE cannot begin with ftp:/],
    [{ EDITION_KEEP: '0' }, /^EDITION_KEEP must be/],
  ])('%o is invalid', (env, line) => {
    expect(() => targetOf(env)).toThrow(line)
  })
})

test('EDITION_SOURCE is a folder or a URL', () => {
  const sourceOf = (value: string) => editionFileOf({ EDITION_SOURCE: value }).source
  expect(sourceOf('/mnt/editions')).toEqual({ kind: 'folder', path: '/mnt/editions' })
  expect(sourceOf('https://store.example/a/')).toEqual({ kind: 'http', url: 'https://store.example/a' })
})

describe('keys', () => {
  const [own, other] = [editionKeys(), editionKeys()]
  const read = editionFileOf

  test('EDITION_PUBLIC_KEY may list several keys during a rotation', () => {
    const { publicKeys } = read({ EDITION_PUBLIC_KEY: `${own.publicKey} , ${other.publicKey}` })
    expect(publicKeys).toEqual([own.publicKey, other.publicKey])
  })

  test('EDITION_SIGNING_KEY is a private key', () => {
    expect(read({ EDITION_SIGNING_KEY: own.signingKey }).signingKey).toBe(own.signingKey)
  })

  test.each([
    ['EDITION_PUBLIC_KEY', 'hunter2'],
    ['EDITION_PUBLIC_KEY', `${own.publicKey},x`],
    ['EDITION_PUBLIC_KEY', own.signingKey],
    ['EDITION_PUBLIC_KEY', OF_ANOTHER_KIND.publicKey.toString('base64')],
    ['EDITION_SIGNING_KEY', 'hunter2'],
    ['EDITION_SIGNING_KEY', own.publicKey],
    ['EDITION_SIGNING_KEY', OF_ANOTHER_KIND.privateKey.toString('base64')],
  ])('an invalid %s gives one line without the key', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must be`))
    expect(() => read({ [name]: value })).not.toThrow(value)
  })
})

describe('O-06 with TRUST_DR=1', () => {
  const env = recoveryEnv()

  test('a source and a key are enough', () => {
    expect(readConfig(env)).toMatchObject({ kind: 'read', config: { isTrustDR: true } })
  })

  test('on its own it reads what the site on this machine wrote', () => {
    const own = { kind: 'folder', path: join(DATA, 'editions') }
    expect(readConfig({ TRUST_DR: '1', DATA_DIR: DATA })).toMatchObject({
      kind: 'read',
      config: { editionFile: { source: own, readsOwn: true, publicKeys: [] } },
    })
  })

  test('a source without a key gives one line that says what is missing', () => {
    expect(readConfig({ ...env, EDITION_PUBLIC_KEY: '' })).toMatchObject({
      kind: 'wrong',
      line: expect.stringMatching(/^EDITION_SOURCE needs EDITION_PUBLIC_KEY: [^\n]+$/),
    })
  })
})
