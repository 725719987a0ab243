import { generateKeyPairSync, sign } from 'node:crypto'
import { RFC9162 } from '@transmute/rfc9162'
import { expect, test } from 'vitest'
import {
  isConsistentToOthers,
  isIncludedToOthers,
  readBySigstore,
} from '../../../tests/support/other-log-verifiers.ts'
import { checkpointText, LOG_KEY, noteText, verifierKey, verifierKeyText } from './checkpoint.ts'
import { sha256 } from './log-crypto.ts'
import {
  addLeaf,
  consistencyProof,
  type HashOfSubtree,
  inclusionProof,
  leafHash,
  NO_PEAKS,
  rootOf,
} from './merkle.ts'

/*
 * Trees of every size up to this one, verified by programs of others. They verify what a site serves in
 * tests/integration/log-copies.test.ts.
 */

const MOST = 70
const entries = Array.from({ length: MOST }, (_, at) => new TextEncoder().encode(`entry ${at}`))
const leaves = entries.map((entry) => leafHash(sha256, entry))
const rootAt = (size: number) => rootOf(sha256, { hashes: peaksAt(0, size) })
const peaksAt = (from: number, to: number) =>
  leaves.slice(from, to).reduce((peaks, leaf) => addLeaf(sha256, peaks, leaf), NO_PEAKS).hashes
const hashOf: HashOfSubtree = async ({ height, index }) =>
  rootOf(sha256, { hashes: peaksAt(index * 2 ** height, (index + 1) * 2 ** height) })

test('our leaves and roots are theirs', async () => {
  expect(await RFC9162.leaf(entries[3] as Uint8Array)).toEqual(leaves[3])
  for (const size of [1, 2, 3, 7, 8, 9, 33, MOST])
    expect(Buffer.from(await RFC9162.treeHead(entries.slice(0, size)))).toEqual(Buffer.from(rootAt(size)))
})

test('they accept our proofs of inclusion, and none for another entry', async () => {
  for (const size of [2, 3, 8, 33, MOST])
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(sha256, hashOf, { index, size })
      const accepts = (entry: Uint8Array) =>
        isIncludedToOthers({ entry, index, size, root: rootAt(size), proof })
      expect(await accepts(entries[index] as Uint8Array), `${index} of ${size}`).toBe(true)
      expect(await accepts(new Uint8Array(1))).toBe(false)
    }
})

test('they accept our proofs of consistency, and none for another beginning', async () => {
  for (let size = 2; size <= MOST; size += 3)
    for (let oldSize = 1; oldSize < size; oldSize++) {
      const proof = await consistencyProof(sha256, hashOf, { oldSize, size })
      const sizes = { oldSize, size, root: rootAt(size), proof }
      const isWhole = await isConsistentToOthers({ ...sizes, oldRoot: rootAt(oldSize) })
      expect(isWhole, `${oldSize} of ${size}`).toBe(true)
      expect(await isConsistentToOthers({ ...sizes, oldRoot: new Uint8Array(32) })).toBe(false)
    }
})

test('Sigstore reads and verifies our checkpoints', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const origin = 'status.example.com/log/0123456789abcdef'
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const key = verifierKey(sha256, { name: origin, type: LOG_KEY, publicKey: raw })
  const text = checkpointText({ origin, size: MOST, root: rootAt(MOST) })
  const bytes = Buffer.concat([key.id, sign(null, Buffer.from(text), privateKey)])
  const envelope = noteText({ text, signatures: [{ name: origin, bytes }] })
  const read = (written: string) => readBySigstore(written, verifierKeyText(key))
  expect(read(envelope)).toMatchObject({ origin, logSize: BigInt(MOST), logHash: Buffer.from(rootAt(MOST)) })
  expect(() => read(envelope.replace(`\n${MOST}\n`, `\n${MOST + 1}\n`))).toThrow(
    'invalid checkpoint signature',
  )
})
