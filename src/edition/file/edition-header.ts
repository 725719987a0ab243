import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { areMoments, Digest, History, KeyId, MomentText } from './header-fields.ts'

/** Twenty times what 50,000 records take. More is read by nobody, since it is in memory before its signature is known. */
const MOST_PAYLOAD_BYTES = 64 * 1024 * 1024
/** With the two lines before it. */
export const MOST_FILE_BYTES = MOST_PAYLOAD_BYTES + 16 * 1024
const MOST_CONTENT_BYTES = 2 * 1024 * 1024 * 1024

/** The first line of an edition file. */
export const EditionHeader = Type.Object(
  {
    format: Type.Literal('candor-edition'),
    version: Type.Literal(1),
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

/** Undefined when this is no header that this version understands. */
export function parseHeader(line: string): EditionHeader | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const isHeader = HEADER.Check(value) && areMoments(value.published_at, value.written_at)
    return isHeader ? value : undefined
  } catch {
    return undefined
  }
}
