import { join, resolve } from 'node:path'
import { parseUrl } from '../../domain/parse-url.ts'
import {
  type PublicKeys,
  readOwnKey,
  readPublicKey,
  readSigningKey,
} from '../../edition/file/edition-keys.ts'
import type { EditionSource } from '../../edition/file/edition-sources.ts'
import type { EditionTarget } from '../../edition/file/edition-targets.ts'
import type { Config } from '../config.ts'
import { toCount, toList, WrongValue } from './values.ts'

export interface EditionFileConfig {
  target: EditionTarget | undefined
  keep: number
  /** Base64 of an Ed25519 private key (PKCS #8). Absent: a key that the database generated. */
  signingKey: string | undefined
  writesOwn: boolean
  source: EditionSource | undefined
  /** Whether the source is what the site on this machine wrote: `TRUST_DR=1` without EDITION_SOURCE. */
  readsOwn: boolean
  /** Base64 of the Ed25519 public keys (SPKI) that verify the files, newest first. */
  publicKeys: readonly string[]
}

const MOST_KEPT = 1000
const USUALLY_KEPT = 10
const NOWHERE = 'none'

export function toEditionFile(
  read: (name: string) => string | undefined,
  { dataDir, isTrustDR }: { dataDir: string; isTrustDR: boolean },
): EditionFileConfig {
  const own = join(dataDir, 'editions')
  const target = toTarget(read, own)
  const source = toSource(read('EDITION_SOURCE'))
  const publicKeys = toList(read('EDITION_PUBLIC_KEY')).map(toPublicKey)
  const readsOwn = isTrustDR && source === undefined
  if (isTrustDR && !readsOwn) refuseWithoutKey(publicKeys)
  return {
    target,
    writesOwn: target?.kind === 'folder' && target.path === own,
    keep: toCount('EDITION_KEEP', read('EDITION_KEEP'), {
      least: 1,
      most: MOST_KEPT,
      otherwise: USUALLY_KEPT,
    }),
    signingKey: toSigningKey(read('EDITION_SIGNING_KEY')),
    source: readsOwn ? { kind: 'folder', path: own } : source,
    readsOwn,
    publicKeys,
  }
}

/** O-06: a backup site shows only what it can verify. Only a site on the same machine leaves its key here. */
function refuseWithoutKey(publicKeys: readonly string[]) {
  if (publicKeys.length > 0) return
  throw new WrongValue(
    'EDITION_SOURCE needs EDITION_PUBLIC_KEY: "npm run edition-key" on the main site prints it.',
  )
}

function toSigningKey(value: string | undefined) {
  if (value !== undefined && readSigningKey(Buffer.from(value, 'base64')) === undefined) {
    throw new WrongValue('EDITION_SIGNING_KEY must be the base64 of an Ed25519 private key (PKCS #8, DER).')
  }
  return value
}

/** A public key is not secret, but an operator may have pasted the private one. */
function toPublicKey(value: string) {
  if (readPublicKey(value) === undefined) {
    throw new WrongValue(
      'EDITION_PUBLIC_KEY must be base64 of Ed25519 public keys (SPKI, DER), separated by commas.',
    )
  }
  return value
}

function toTarget(read: (name: string) => string | undefined, own: string): EditionTarget | undefined {
  const value = read('EDITION_TARGET')
  if (value === NOWHERE) return undefined
  if (value === undefined) return { kind: 'folder', path: own }
  if (value.startsWith('s3://')) return toBucket(value, read)
  if (!/^https?:/i.test(value)) return toFolder('EDITION_TARGET', value)
  return {
    kind: 'http',
    url: toBase('EDITION_TARGET', value),
    authorization: read('EDITION_TARGET_AUTHORIZATION'),
  }
}

function toBucket(value: string, read: (name: string) => string | undefined): EditionTarget {
  const [, bucket = '', prefix = ''] = value.match(/^s3:\/\/([^/]+)\/?(.*)$/) ?? []
  const accessKeyId = read('AWS_ACCESS_KEY_ID')
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY')
  if (bucket === '') throw new WrongValue('EDITION_TARGET must name a bucket, such as s3://bucket/folder.')
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new WrongValue('EDITION_TARGET=s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  }
  const region = read('AWS_REGION') ?? 'us-east-1'
  const endpoint = toBase('S3_ENDPOINT', read('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`)
  return {
    kind: 's3',
    endpoint,
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: read('AWS_SESSION_TOKEN'),
  }
}

function toSource(value: string | undefined): EditionSource | undefined {
  if (value === undefined) return undefined
  if (!/^https?:/i.test(value)) return toFolder('EDITION_SOURCE', value)
  return { kind: 'http', url: toBase('EDITION_SOURCE', value) }
}

/** A folder named gs: would look like success but reach no other machine. A Windows drive has a single letter. */
function toFolder(name: string, value: string) {
  const [scheme] = value.match(/^[a-z][a-z0-9+.-]+:/i) ?? []
  if (scheme !== undefined)
    throw new WrongValue(
      `${name} cannot begin with ${scheme} It is a folder or an https:// address; EDITION_TARGET may also be s3://…`,
    )
  return { kind: 'folder' as const, path: resolve(value) }
}

function toBase(name: string, value: string) {
  const url = parseUrl(value)
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new WrongValue(`${name} must be a URL that begins with https://.`)
  const { username, password } = url
  if (username !== '' || password !== '') {
    throw new WrongValue(
      `${name} must not contain a name and password. Writing uses EDITION_TARGET_AUTHORIZATION; reading must work without one.`,
    )
  }
  return value.replace(/\/+$/, '')
}

export async function publicKeysOf({ editionFile, dataDir }: Config): Promise<PublicKeys> {
  const { publicKeys, readsOwn } = editionFile
  const own = readsOwn && publicKeys.length === 0 ? await readOwnKey(dataDir) : undefined
  const known = own === undefined ? publicKeys : [own]
  const keys = known.flatMap((base64) => readPublicKey(base64) ?? [])
  return new Map(keys.map(({ id, key }) => [id, key]))
}
