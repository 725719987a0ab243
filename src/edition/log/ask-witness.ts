import { sha256 } from '../../db/log/append-log.ts'
import {
  type Checkpoint,
  readCheckpoint,
  readNote,
  readSignatureLines,
  type VerifierKey,
} from '../../domain/log/checkpoint.ts'
import { consistencyProof, type HashOfSubtree } from '../../domain/log/merkle.ts'
import { addCheckpointBody, type Cosigned, cosignedBy, MOST_PROOF_LINES } from '../../domain/log/witness.ts'

export interface LogWitness {
  key: VerifierKey
  /** The submission prefix, without a trailing slash. */
  address: string
}

export interface WitnessAsked {
  witness: LogWitness
  note: string
  /** What this witness cosigned last, as far as we know. */
  oldSize: number
  hashOf: HashOfSubtree
  signal: AbortSignal
}

export type WitnessAnswer =
  | { kind: 'cosigned'; by: Cosigned; signature: Uint8Array }
  /** It has seen more entries than the log has: entries were lost, or another database signs with this key. */
  | { kind: 'ahead'; size: number }
  /** It cosigned this many entries, and they are not those that the log begins with: it was rewritten, or there are two. */
  | { kind: 'forked'; size: number }
  | { kind: 'refused'; line: string }

const WITHIN_MS = 10_000
const CONFLICT = 409
const INCONSISTENT = 422
const MOST_ANSWER_LENGTH = 16_384
const MOST_EXPLANATION_LENGTH = 200

/** `add-checkpoint` of C2SP tlog-witness. Rejects if the witness can't be reached. */
export async function askWitness(asking: WitnessAsked): Promise<WitnessAnswer> {
  const note = readNote(asking.note)
  const checkpoint = note && readCheckpoint(note.text)
  if (note === undefined || checkpoint === undefined) throw new Error('This is not a checkpoint')
  const first = await post(asking, checkpoint, asking.oldSize)
  const known = first.status === CONFLICT ? sizeIn(first.text) : undefined
  if (known !== undefined && known > checkpoint.size) return { kind: 'ahead', size: known }
  // It says what it cosigned last, so the second proof begins there.
  const oldSize = known ?? asking.oldSize
  const { status, text } = oldSize === asking.oldSize ? first : await post(asking, checkpoint, oldSize)
  // It compares sizes first, so with either answer it cosigned `oldSize` entries itself, and not these.
  const isOtherRoot = status === CONFLICT && oldSize === checkpoint.size && sizeIn(text) === oldSize
  if (isOtherRoot || (status === INCONSISTENT && oldSize > 0)) return { kind: 'forked', size: oldSize }
  if (status !== 200) return { kind: 'refused', line: `it answered ${status}: ${shortened(text)}` }
  for (const signature of readSignatureLines(text) ?? []) {
    const by = await cosignedBy({ text: note.text, signature, witness: asking.witness.key })
    if (by !== undefined) return { kind: 'cosigned', by, signature: signature.bytes }
  }
  return { kind: 'refused', line: 'its answer has no valid cosignature with its key' }
}

async function post(
  { witness, note, hashOf, signal }: WitnessAsked,
  { size }: Checkpoint,
  oldSize: number,
): Promise<{ status: number; text: string }> {
  const proof = await consistencyProof(sha256, hashOf, { oldSize, size })
  if (proof.length > MOST_PROOF_LINES) throw new Error('The proof is too long')
  const response = await fetch(`${witness.address}/add-checkpoint`, {
    method: 'POST',
    body: addCheckpointBody({ oldSize, proof, note }),
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
  })
  return { status: response.status, text: await startOf(response) }
}

/** A hostile witness must not fill the memory. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MOST_ANSWER_LENGTH) break
  }
  return text.slice(0, MOST_ANSWER_LENGTH)
}

function sizeIn(text: string): number | undefined {
  return /^(0|[1-9]\d{0,14})\n?$/.test(text) ? Number(text) : undefined
}

function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST_EXPLANATION_LENGTH)
}
