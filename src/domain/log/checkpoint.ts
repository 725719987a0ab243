import type { Sha256 } from './merkle.ts'

/* C2SP signed-note and tlog-checkpoint. Keys are Ed25519. */

export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
}

export interface NoteSignature {
  name: string
  /** Four bytes of key ID, then the signature itself. */
  bytes: Uint8Array
}

export interface SignedNote {
  /** What is signed: everything before the empty line, with its last newline. */
  text: string
  signatures: NoteSignature[]
}

/** What a key signs: checkpoints of its own log, or as a witness those of others. */
export const LOG_KEY = 1
export const WITNESS_KEY = 4

export interface VerifierKey {
  name: string
  type: number
  id: Uint8Array
  publicKey: Uint8Array
}

const KEY_ID_BYTES = 4
const PUBLIC_KEY_BYTES = 32

export function verifierKey(
  sha256: Sha256,
  { name, type, publicKey }: Pick<VerifierKey, 'name' | 'type' | 'publicKey'>,
): VerifierKey {
  const hash = sha256(new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), publicKey)
  return { name, type, id: hash.slice(0, KEY_ID_BYTES), publicKey }
}

export function verifierKeyText({ name, type, id, publicKey }: VerifierKey): string {
  return `${name}+${hexOf(id)}+${base64Of(Uint8Array.of(type, ...publicKey))}`
}

export function readVerifierKey(
  sha256: Sha256,
  text: string,
  wanted: typeof LOG_KEY | typeof WITNESS_KEY = LOG_KEY,
): VerifierKey | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? []
  const bytes = encoded === undefined ? undefined : bytesOfBase64(encoded)
  if (name === undefined || bytes?.length !== 1 + PUBLIC_KEY_BYTES) return undefined
  const [type = 0] = bytes
  if (type !== wanted) return undefined
  const key = verifierKey(sha256, { name, type, publicKey: bytes.slice(1) })
  return hexOf(key.id) === id ? key : undefined
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64Of(root)}\n`
}

/** Further lines are allowed and mean nothing here. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const bytes = bytesOfBase64(root)
  if (origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size) || bytes?.length !== 32) return undefined
  return { origin, size: Number(size), root: bytes }
}

export function noteText({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join('')}`
}

function signatureLine({ name, bytes }: NoteSignature): string {
  return `— ${name} ${base64Of(bytes)}\n`
}

/** Its signatures are read, not verified. */
export function readNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) return undefined
  const signatures = readSignatureLines(note.slice(end + 2))
  return signatures === undefined || signatures.length === 0
    ? undefined
    : { text: note.slice(0, end + 1), signatures }
}

export function readSignatureLines(lines: string): NoteSignature[] | undefined {
  const signatures: NoteSignature[] = []
  for (const line of lines.split('\n').slice(0, -1)) {
    const [, name, encoded = ''] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
    const bytes = bytesOfBase64(encoded)
    if (name === undefined || bytes === undefined || bytes.length <= KEY_ID_BYTES) return undefined
    signatures.push({ name, bytes })
  }
  return signatures
}

export function isOfKey({ name, bytes }: NoteSignature, key: VerifierKey): boolean {
  return name === key.name && key.id.every((byte, at) => bytes[at] === byte)
}

export function rawSignature({ bytes }: NoteSignature): Uint8Array {
  return bytes.slice(KEY_ID_BYTES)
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return base64Of(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}
