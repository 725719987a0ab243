import canonicalize from 'canonicalize'
import { PUBLICATION_STEPS } from '../notifying/publication.ts'
import type { RecordKind } from '../record.ts'

/**
 * `found`: it was published before the log looked, so the log did not see how. `set-back`: a backup was
 * restored.
 */
const LOG_ACTS = [
  ...PUBLICATION_STEPS,
  'reopened',
  'withdrawn',
  'restored',
  'imported',
  'moved',
  'found',
  'facts',
  'redacted',
  'set-back',
  'began',
] as const
export type LogAct = (typeof LOG_ACTS)[number]

export interface LoggedRecord {
  id: number
  kind: RecordKind
  address: string
}

export interface LogEntry {
  act: LogAct
  edition: number
  /** ISO 8601 in UTC. */
  time: string
  /** Absent for entries about the site. */
  record?: LoggedRecord
  /** SHA-256, in hex, of the salt and the canonical JSON of what readers see from then on. */
  face?: string
  redacted?: { face: string; reason: string }
  /** Of `began`: why there is a new log, and the end of the one before. */
  began?: { reason: 'first' | 'restored'; before?: EndOfLog }
  /** Of `set-back`, about the site: when the backup was made. */
  set_back?: { to: string }
}

export interface EndOfLog {
  /** The last part of its origin. */
  log: string
  size: number
  /** In hex. */
  root: string
}

/** The public columns of a record, or the note at the address of a withdrawn one. */
export type LogFace = Readonly<Record<string, unknown>>

export function isWithdrawnFace(face: LogFace): boolean {
  return 'withdrawn_on' in face
}

export type FaceDocument = { salt: string; face: LogFace } | { redacted: { on: string; reason: string } }

/** RFC 8785: the same value has the same bytes everywhere. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('Only values of JSON can be logged')
  return text
}

export function saltedFace(salt: string, text: string): Uint8Array {
  return new TextEncoder().encode(salt + text)
}

/** A record without a live cloud has an address, but no page. */
export function loggedAddress(kind: RecordKind, id: number, domain: string | null): string {
  const path = `/${kind === 'notification' ? 'notification' : 'posts'}/${id}`
  return domain === null ? path : `/${domain}${path}`
}

export function logHost(publicUrl: string): string {
  const { host, pathname } = new URL(publicUrl)
  return host + pathname.replace(/\/+$/, '')
}

export function logOrigin(host: string, id: string): string {
  return `${host}/log/${id}`
}

/** The part of an origin that identifies the log, wherever the site is. */
export function logIdIn(origin: string): string | undefined {
  return /\/log\/([0-9a-f]{16})$/.exec(origin)?.[1]
}
