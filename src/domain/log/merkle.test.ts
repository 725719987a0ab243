import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLeaf,
  consistencyProof,
  type HashOfSubtree,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  NO_PEAKS,
  rootOf,
  type Sha256,
} from './merkle.ts'

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Of certificate-transparency and of transparency-dev/merkle: the inputs and roots that all implementations share. */
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

function leavesOf(inputs: readonly string[]) {
  return inputs.map((input) => leafHash(sha256, Buffer.from(input, 'hex')))
}

function peaksOf(leaves: readonly Uint8Array[]) {
  return leaves.reduce((peaks, leaf) => addLeaf(sha256, peaks, leaf), NO_PEAKS)
}

/** By the definition of RFC 6962, which the code never computes as such. */
function slowRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (only === undefined) return sha256()
  if (leaves.length === 1) return only
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Uint8Array.of(1), slowRoot(leaves.slice(0, k)), slowRoot(leaves.slice(k)))
}

function hashesIn(leaves: readonly Uint8Array[]): HashOfSubtree {
  return async ({ height, index }) => slowRoot(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
}

test('RFC 6962: roots are those of the published vectors', () => {
  const leaves = leavesOf(INPUTS)
  const roots = ROOTS.map((_, size) => hex(rootOf(sha256, peaksOf(leaves.slice(0, size)))))
  expect(roots).toEqual(ROOTS)
})

test('RFC 6962: proofs are those of the published vectors', async () => {
  const leaves = leavesOf(INPUTS)
  const hashOf = hashesIn(leaves)
  expect((await inclusionProof(sha256, hashOf, { index: 5, size: 8 })).map(hex)).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  expect((await consistencyProof(sha256, hashOf, { oldSize: 6, size: 8 })).map(hex)).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
})

test('every proof of every tree holds, and no altered one does', async () => {
  const leaves = Array.from({ length: 21 }, (_, at) => leafHash(sha256, Uint8Array.of(at)))
  const hashOf = hashesIn(leaves)
  const rootAt = (size: number) => slowRoot(leaves.slice(0, size))
  for (let size = 1; size <= leaves.length; size++) {
    const root = rootAt(size)
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(sha256, hashOf, { index, size })
      const leaf = leaves[index] as Uint8Array
      expect(isIncluded(sha256, { leaf, index, size, root, proof }), `${index} of ${size}`).toBe(true)
      const other = leaves[(index + 1) % leaves.length] as Uint8Array
      expect(isIncluded(sha256, { leaf: other, index, size, root, proof })).toBe(false)
      expect(isIncluded(sha256, { leaf, index, size, root, proof: [...proof, root] })).toBe(false)
    }
    for (let oldSize = 0; oldSize <= size; oldSize++) {
      const proof = await consistencyProof(sha256, hashOf, { oldSize, size })
      const asked = { oldSize, oldRoot: rootAt(oldSize), size, root, proof }
      expect(isConsistent(sha256, asked), `${oldSize} to ${size}`).toBe(true)
      if (oldSize === 0) continue
      expect(isConsistent(sha256, { ...asked, oldRoot: rootAt(oldSize - 1) })).toBe(false)
      expect(isConsistent(sha256, { ...asked, proof: [...proof, root] })).toBe(false)
    }
  }
})

test('growing leaf by leaf gives the same root, and names each subtree when it is complete', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (size) => {
      const leaves = Array.from({ length: size }, (_, at) => leafHash(sha256, Buffer.from(String(at))))
      const complete: string[] = []
      const peaks = leaves.reduce(
        (before, leaf) =>
          addLeaf(sha256, before, leaf, ({ height, index, hash }) => {
            if (height === 8) complete.push(`${index} ${hex(hash)}`)
          }),
        NO_PEAKS,
      )
      expect(hex(rootOf(sha256, peaks))).toBe(hex(slowRoot(leaves)))
      const expected = Array.from({ length: Math.floor(size / 256) }, (_, index) => index)
      expect(complete).toEqual(
        expected.map((index) => `${index} ${hex(slowRoot(leaves.slice(index * 256, (index + 1) * 256)))}`),
      )
    }),
    { numRuns: 10 },
  )
})
