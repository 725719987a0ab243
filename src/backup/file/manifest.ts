import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export const BACKUP_FORMAT = 'candor-backup'
export const BACKUP_VERSION = 1
/** Like version 1, but with encrypted members. Older versions report it as unknown. */
export const ENCRYPTED_VERSION = 2

const Table = Type.Object({
  name: Type.String(),
  file: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  /** Before compression, like the digest. */
  bytes: Type.Integer(),
  sha256: Type.String(),
})

const Manifest = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.Literal(BACKUP_VERSION),
  madeAt: Type.String(),
  server: Type.String(),
  provider: Type.Union([Type.String(), Type.Null()]),
  migrations: Type.Array(Type.String()),
  edition: Type.Object({
    number: Type.Integer(),
    publishedAt: Type.String(),
    history: Type.Union([Type.String(), Type.Null()]),
  }),
  tables: Type.Array(Table),
  leftOut: Type.Array(Type.Object({ name: Type.String(), why: Type.String() })),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) }),
  ),
})

export type Manifest = Static<typeof Manifest>
export type ManifestTable = Static<typeof Table>

export function parseManifest(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Manifest, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The first member, so that people who find the file in ten years know what to do. */
export const ABOUT_FILE = 'candor-backup.txt'
export const MANIFEST_FILE = 'manifest.json'
export const MANIFEST_DIGEST_FILE = 'manifest.json.sha256'

export function aboutText(): string {
  return `${BACKUP_FORMAT} ${BACKUP_VERSION}

A backup of a Candor site. It has the accounts of people, hashes of their passwords, and keys: keep it safe.
npm run restore -- <this file> puts it back; npm run backup -- --show <this file> lists its contents.
It is a tar archive: manifest.json says what is in each file of tables/, which are
the rows in the text format of PostgreSQL's COPY, compressed by gzip.
`
}

export function encryptedAboutText(line: string): string {
  return `${BACKUP_FORMAT} ${ENCRYPTED_VERSION}
${line}

A backup of a Candor site, encrypted by BACKUP_PASSPHRASE: set it, then
npm run restore -- <this file> puts it back; npm run backup -- --show <this file> lists its contents.
`
}

export function versionOf(about: string): number | undefined {
  const [, version] = new RegExp(`^${BACKUP_FORMAT} (\\d+)$`, 'm').exec(about) ?? []
  return version === undefined ? undefined : Number(version)
}

export function rowsIn({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
