import {
  base64Of,
  isOfKey,
  type NoteSignature,
  rawSignature,
  readNote,
  type VerifierKey,
} from './checkpoint.ts'
import { isSigned } from './log-crypto.ts'

/* C2SP tlog-witness and tlog-cosignature: others confirm that a log only grew, so a site can't show two logs. */

const TIMESTAMP_BYTES = 8
const SIGNATURE_BYTES = 64

/** A proof has one hash per level of the tree, and the protocol allows this many. */
export const MOST_PROOF_LINES = 63

export interface Cosigned {
  name: string
  /** When the witness says it saw the checkpoint. */
  at: Date
}

/** The body of `add-checkpoint`. `note`: the checkpoint with the signature of its log. */
export function addCheckpointBody({
  oldSize,
  proof,
  note,
}: {
  oldSize: number
  proof: readonly Uint8Array[]
  note: string
}): string {
  return `${[`old ${oldSize}`, ...proof.map(base64Of)].join('\n')}\n\n${note}`
}

export async function cosignedBy({
  text,
  signature,
  witness,
}: {
  text: string
  signature: NoteSignature
  witness: VerifierKey
}): Promise<Cosigned | undefined> {
  const bytes = rawSignature(signature)
  if (!isOfKey(signature, witness) || bytes.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return undefined
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  const at = new Date(seconds * 1000)
  if (Number.isNaN(at.getTime())) return undefined
  const signed = {
    text: `cosignature/v1\ntime ${seconds}\n${text}`,
    signature: bytes.slice(TIMESTAMP_BYTES),
    publicKey: witness.publicKey,
  }
  return (await isSigned(signed)) ? { name: witness.name, at } : undefined
}

export async function cosignersOf(note: string, witnesses: readonly VerifierKey[]): Promise<Cosigned[]> {
  const { text = '', signatures = [] } = readNote(note) ?? {}
  const found = await Promise.all(
    witnesses.flatMap((witness) => signatures.map((signature) => cosignedBy({ text, signature, witness }))),
  )
  return found.filter((cosigned) => cosigned !== undefined)
}
