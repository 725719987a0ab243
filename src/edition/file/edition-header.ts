import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

export const History = Type.String({ pattern: '^[0-9a-f-]{36}$' })
export const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' })
export const MomentText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })

/** False for a text that looks like a time but isn't one, such as the 31st of February. */
export function areMoments(...texts: string[]): boolean {
  return texts.every((text) => !Number.isNaN(Date.parse(text)))
}

/**
 * The version that is written. Raise it if older releases can't show what a file may contain, such as a new kind of
 * record: they then reject the file and keep their edition. A new column needs no new version; older releases ignore
 * it.
 */
export const EDITION_VERSION = 2

/**
 * Twenty times the size of 50,000 records. Larger files are rejected, since a file is in memory before its signature is
 * verified.
 */
const MOST_PAYLOAD_BYTES = 64 * 1024 * 1024
export const MOST_FILE_BYTES = MOST_PAYLOAD_BYTES + 16 * 1024
const MOST_CONTENT_BYTES = 2 * 1024 * 1024 * 1024

const EditionHeader = Type.Object(
  {
    format: Type.Literal('candor-edition'),
    version: Type.Union([Type.Literal(1), Type.Literal(EDITION_VERSION)]),
    number: Type.Integer({ minimum: 0 }),
    history: History,
    site_number: Type.Integer({ minimum: 0 }),
    threat_number: Type.Integer({ minimum: 0 }),
    published_at: MomentText,
    written_at: MomentText,
    records: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0, maximum: MOST_PAYLOAD_BYTES }),
    content_bytes: Type.Integer({ minimum: 0, maximum: MOST_CONTENT_BYTES }),
    sha256: Digest,
    key: KeyId,
  },
  { additionalProperties: false },
)
export type EditionHeader = Static<typeof EditionHeader>

const HEADER = Compile(EditionHeader)
const NEWER = Compile(
  Type.Object({
    format: Type.Literal('candor-edition'),
    version: Type.Integer({ minimum: EDITION_VERSION + 1 }),
  }),
)

export type HeaderOutcome = { kind: 'read'; header: EditionHeader } | { kind: 'newer' } | { kind: 'unknown' }

export function parseHeader(line: string): HeaderOutcome {
  try {
    const value: unknown = JSON.parse(line)
    if (HEADER.Check(value) && areMoments(value.published_at, value.written_at)) {
      return { kind: 'read', header: value }
    }
    return { kind: NEWER.Check(value) ? 'newer' : 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}
