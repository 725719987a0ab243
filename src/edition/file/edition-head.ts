import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { areMoments, Digest, History, KeyId, MomentText } from './edition-header.ts'
import { isSignedBy, type PublicKeys, type SigningKey, signText } from './edition-keys.ts'
import { isEditionName } from './edition-name.ts'

const EditionHead = Type.Object(
  {
    format: Type.Literal('candor-edition-head'),
    version: Type.Literal(1),
    number: Type.Integer({ minimum: 0 }),
    history: History,
    file: Type.String(),
    sha256: Digest,
    published_at: MomentText,
    verified_at: MomentText,
    /** Existing files, newest first, for targets that can't list their files. */
    kept: Type.Optional(Type.Array(Type.String())),
    key: KeyId,
  },
  { additionalProperties: false },
)
export type EditionHead = Static<typeof EditionHead>

export type HeadOutcome = { kind: 'read'; head: EditionHead } | { kind: 'refused'; line: string }

/** Fits a list of a thousand files. */
export const MOST_HEAD_BYTES = 128 * 1024

const SIGNED_HEAD = Compile(
  Type.Object({ ...EditionHead.properties, signature: Type.String() }, { additionalProperties: false }),
)

export function writeHead(head: Omit<EditionHead, 'format' | 'version' | 'key'>, key: SigningKey): string {
  const whole: EditionHead = { format: 'candor-edition-head', version: 1, ...head, key: key.id }
  return `${JSON.stringify({ ...inOrder(whole), signature: signText(key, signedText(whole)) }, null, 2)}\n`
}

export function readHead(text: string, keys: PublicKeys): HeadOutcome {
  const value = parse(text)
  if (!SIGNED_HEAD.Check(value)) return refusedHead('it is not a head of version 1')
  const { signature, ...head } = value
  if (!keys.has(head.key)) return refusedHead(`it is signed with the unknown key ${head.key}`)
  if (!isSignedBy(keys, { text: signedText(head), signature, key: head.key })) {
    return refusedHead('its signature is wrong')
  }
  const isSound = isEditionName(head.file) && areMoments(head.published_at, head.verified_at)
  return isSound ? { kind: 'read', head } : refusedHead('it names no edition file')
}

function refusedHead(line: string) {
  return { kind: 'refused' as const, line }
}

/** The signed text: the fields as JSON without whitespace, in this order. */
function signedText(head: EditionHead): string {
  return JSON.stringify(inOrder(head))
}

function inOrder(head: EditionHead): EditionHead {
  return {
    format: head.format,
    version: head.version,
    number: head.number,
    history: head.history,
    file: head.file,
    sha256: head.sha256,
    published_at: head.published_at,
    verified_at: head.verified_at,
    ...(head.kept !== undefined && { kept: head.kept }),
    key: head.key,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Allows for clock differences. A head from further in the future would block every valid one until then. */
const MOST_AHEAD_MS = 5 * 60_000

export type HeadVerdict =
  | { kind: 'same' }
  | { kind: 'confirmed' }
  | { kind: 'newer' }
  | { kind: 'refused'; line: string }

/** By number within one history, whatever the clocks of the writers say. */
export function isOvertaken(head: EditionHead, other: EditionHead): boolean {
  const isSameHistory = other.history === head.history
  return isSameHistory && other.number !== head.number
    ? other.number > head.number
    : other.verified_at > head.verified_at
}

/** Both have valid signatures. This check detects an old one. */
export function judgeHead(next: EditionHead, held: EditionHead | undefined, now: Date): HeadVerdict {
  const verifiedAt = Date.parse(next.verified_at)
  if (verifiedAt - now.getTime() > MOST_AHEAD_MS) {
    return refusedHead(`it was written at ${next.verified_at}, which is in the future: check the clocks`)
  }
  if (held === undefined) return { kind: 'newer' }
  const heldSince = Date.parse(held.verified_at)
  const isSameEdition = next.history === held.history && next.number === held.number
  const isSameFile = isSameEdition && next.file === held.file && next.sha256 === held.sha256
  if (isSameFile && verifiedAt === heldSince) return { kind: 'same' }
  const isSameHistory = next.history === held.history
  const isBehind = isSameHistory && next.number < held.number
  if (isBehind)
    return refusedHead(`it names edition ${next.number}, but this site already has edition ${held.number}`)
  if (isSameHistory && next.number > held.number) return { kind: 'newer' }
  if (verifiedAt <= heldSince) {
    return refusedHead(`it was written at ${next.verified_at}, before the current one of ${held.verified_at}`)
  }
  return isSameFile ? { kind: 'confirmed' } : { kind: 'newer' }
}
