/*
 * Merkle trees by RFC 6962, section 2.1. Nothing here holds a whole tree: a log grows by its peaks, and proofs are made
 * from the hashes of complete subtrees, which the tiles of a log contain.
 */

/** SHA-256 of the parts, one after the other. Given by the caller, since this also runs in browsers. */
export type Sha256 = (...parts: Uint8Array[]) => Uint8Array

export const HASH_BYTES = 32

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  return sha256(LEAF, entry)
}

function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE, left, right)
}

/** The roots of the complete subtrees that a tree of this size consists of, largest first: one per bit of the size. */
export interface Peaks {
  size: number
  hashes: readonly Uint8Array[]
}

export const NO_PEAKS: Peaks = { size: 0, hashes: [] }

/**
 * `onSubtree` gets every subtree that the leaf completes, by its height and its place among those of this
 * height.
 */
export function addLeaf(
  sha256: Sha256,
  { size, hashes }: Peaks,
  leaf: Uint8Array,
  onSubtree: (subtree: { height: number; index: number; hash: Uint8Array }) => void = () => {},
): Peaks {
  const left = [...hashes]
  let hash = leaf
  let index = size
  let height = 0
  while (index % 2 === 1) {
    hash = nodeHash(sha256, left.pop() as Uint8Array, hash)
    index = (index - 1) / 2
    height += 1
    onSubtree({ height, index, hash })
  }
  return { size: size + 1, hashes: [...left, hash] }
}

export function rootOf(sha256: Sha256, { hashes }: Pick<Peaks, 'hashes'>): Uint8Array {
  const [last, ...before] = hashes.toReversed()
  if (last === undefined) return sha256()
  return before.reduce((root, peak) => nodeHash(sha256, peak, root), last)
}

/** A complete subtree: its leaves begin at `index * 2 ** height`. */
export interface Subtree {
  height: number
  index: number
}

function subtreesOf(from: number, to: number): Subtree[] {
  const found: Subtree[] = []
  let at = from
  while (at < to) {
    let height = 0
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= to) height += 1
    found.push({ height, index: at / 2 ** height })
    at += 2 ** height
  }
  return found
}

export type HashOfSubtree = (subtree: Subtree) => Promise<Uint8Array>

async function rangeHash(sha256: Sha256, hashOf: HashOfSubtree, from: number, to: number) {
  return rootOf(sha256, { hashes: await Promise.all(subtreesOf(from, to).map(hashOf)) })
}

/** The largest power of two below n. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** RFC 6962, section 2.1.1. Leaf first. */
export async function inclusionProof(
  sha256: Sha256,
  hashOf: HashOfSubtree,
  { index, size }: { index: number; size: number },
): Promise<Uint8Array[]> {
  const proof: Promise<Uint8Array>[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + split(to - from)
    if (index < middle) {
      proof.push(rangeHash(sha256, hashOf, middle, to))
      to = middle
    } else {
      proof.push(rangeHash(sha256, hashOf, from, middle))
      from = middle
    }
  }
  return (await Promise.all(proof)).toReversed()
}

/** RFC 6962, section 2.1.2: that the tree of the old size is the beginning of the newer one. Empty from nothing. */
export async function consistencyProof(
  sha256: Sha256,
  hashOf: HashOfSubtree,
  { oldSize, size }: { oldSize: number; size: number },
): Promise<Uint8Array[]> {
  if (oldSize === 0 || oldSize === size) return []
  const proof: Promise<Uint8Array>[] = []
  let [from, to] = [0, size]
  let isWhole = true
  while (oldSize !== to) {
    const middle = from + split(to - from)
    if (oldSize <= middle) {
      proof.push(rangeHash(sha256, hashOf, middle, to))
      to = middle
    } else {
      proof.push(rangeHash(sha256, hashOf, from, middle))
      from = middle
      isWhole = false
    }
  }
  if (!isWhole) proof.push(rangeHash(sha256, hashOf, from, to))
  return (await Promise.all(proof)).toReversed()
}

/** RFC 9162, section 2.1.3.2. */
export function isIncluded(
  sha256: Sha256,
  {
    leaf,
    index,
    size,
    root,
    proof,
  }: { leaf: Uint8Array; index: number; size: number; root: Uint8Array; proof: readonly Uint8Array[] },
): boolean {
  if (index >= size) return false
  let [fn, sn] = [index, size - 1]
  let hash = leaf
  for (const other of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sha256, other, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else hash = nodeHash(sha256, hash, other)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && isSameHash(hash, root)
}

/** RFC 9162, section 2.1.4.2. */
export function isConsistent(
  sha256: Sha256,
  {
    oldSize,
    oldRoot,
    size,
    root,
    proof,
  }: {
    oldSize: number
    oldRoot: Uint8Array
    size: number
    root: Uint8Array
    proof: readonly Uint8Array[]
  },
): boolean {
  if (oldSize > size) return false
  if (oldSize === size) return proof.length === 0 && isSameHash(oldRoot, root)
  if (oldSize === 0) return proof.length === 0
  const isWhole = Number.isInteger(Math.log2(oldSize))
  const [first, ...rest] = isWhole ? [oldRoot, ...proof] : proof
  if (first === undefined) return false
  let [fn, sn] = [oldSize - 1, size - 1]
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)]
  let [fr, sr] = [first, first]
  for (const other of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(sha256, other, fr)
      sr = nodeHash(sha256, other, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = nodeHash(sha256, sr, other)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && isSameHash(fr, oldRoot) && isSameHash(sr, root)
}

/** Sizes may exceed 32 bits, so no shifts. */
function half(n: number): number {
  return Math.floor(n / 2)
}

export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
