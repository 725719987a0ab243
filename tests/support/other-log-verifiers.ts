import { createPublicKey } from 'node:crypto'
import { createRequire } from 'node:module'
import { RFC9162 } from '@transmute/rfc9162'

/* Programs of others that verify a log: Sigstore its checkpoints, @transmute/rfc9162 its entries and proofs. */

export interface CheckpointOfOthers {
  origin: string
  logSize: bigint
  logHash: Buffer
}

/** The DER of an Ed25519 public key before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** `key`: as `/log/key` has it. Throws unless the signature is valid. */
export function readBySigstore(envelope: string, key: string): CheckpointOfOthers {
  const [, name, id = '', typed = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)\s*$/.exec(key) ?? []
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(typed, 'base64').subarray(1)]),
    format: 'der',
    type: 'spki',
  })
  const { verifyCheckpoint } = createRequire(import.meta.url)('@sigstore/verify/dist/tlog/checkpoint.js')
  return verifyCheckpoint({ inclusionProof: { checkpoint: { envelope } } }, [
    { logID: Buffer.from(id, 'hex'), baseURL: `https://${name}`, publicKey },
  ])
}

/** C2SP tlog-tiles: each entry after its length in two bytes. */
export function entriesOfBundle(bundle: Uint8Array): Buffer[] {
  const bytes = Buffer.from(bundle)
  const entries: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
    entries.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)))
  return entries
}

export function isIncludedToOthers(of: {
  entry: Uint8Array
  index: number
  size: number
  root: Uint8Array
  proof: Uint8Array[]
}): Promise<boolean> {
  const proof = { log_id: '', tree_size: of.size, leaf_index: of.index, inclusion_path: of.proof }
  return RFC9162.leaf(of.entry).then((leaf) => RFC9162.verifyInclusionProof(of.root, leaf, proof))
}

export function isConsistentToOthers(of: {
  oldSize: number
  oldRoot: Uint8Array
  size: number
  root: Uint8Array
  proof: Uint8Array[]
}): Promise<boolean> {
  // Theirs begin with the old root if its size is a power of two, which RFC 9162 leaves to the verifier.
  const isWhole = Number.isInteger(Math.log2(of.oldSize))
  return RFC9162.verifyConsistencyProof(of.oldRoot, of.root, {
    log_id: '',
    tree_size_1: of.oldSize,
    tree_size_2: of.size,
    consistency_path: isWhole ? [of.oldRoot, ...of.proof] : of.proof,
  })
}
