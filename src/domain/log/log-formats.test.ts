import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  checkpointText,
  isOfKey,
  noteText,
  rawSignature,
  readCheckpoint,
  readNote,
  readVerifierKey,
  type VerifierKey,
  verifierKey,
  verifierKeyText,
} from './checkpoint.ts'
import { canonicalJson, logHost, logIdIn, logOrigin } from './log-entry.ts'
import type { Sha256 } from './merkle.ts'
import { bundleOf, entriesIn, hashesOfSubtree, tileAt, tilePath, tilesOf } from './tiles.ts'

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The DER of an Ed25519 public key before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isValid(note: string, key: VerifierKey) {
  const read = readNote(note)
  const signature = read?.signatures.find((each) => isOfKey(each, key))
  if (read === undefined || signature === undefined) return false
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI, key.publicKey]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(read.text), publicKey, rawSignature(signature))
}

test('signed notes: the key and the note of golang.org/x/mod/sumdb/note are read and valid', () => {
  const text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const key = readVerifierKey(sha256, text)
  if (key === undefined) throw new Error('not read')
  expect(verifierKeyText(key)).toBe(text)
  const note = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
  expect(isValid(note, key)).toBe(true)
  expect(isValid(note.replace('answer', 'Answer'), key)).toBe(false)
  expect(readVerifierKey(sha256, text.replace('c74f20a3', 'c74f20a4'))).toBeUndefined()
  expect(
    readVerifierKey(sha256, 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'),
  ).toBeDefined()
})

test('a checkpoint is written and read with its signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const log = verifierKey(sha256, { name: 'status.example/log', type: 1, publicKey: raw })
  const checkpoint = { origin: 'status.example/log', size: 20_852_163, root: sha256() }
  const text = checkpointText(checkpoint)
  const note = noteText({
    text,
    signatures: [
      { name: log.name, bytes: Buffer.concat([log.id, sign(null, Buffer.from(text), privateKey)]) },
    ],
  })
  expect(checkpointText(readCheckpoint(readNote(note)?.text ?? '') as typeof checkpoint)).toBe(text)
  expect(isValid(note, log)).toBe(true)
  expect(isValid(note.replace('20852163', '20852164'), log)).toBe(false)
  for (const broken of ['', 'a\n', 'a\n\n', 'a\n01\nb\n', `a\n1\nYQ==\n`])
    expect(readCheckpoint(broken)).toBeUndefined()
  for (const broken of ['', 'a', 'a\n\n', 'a\n\n- x y\n', 'a\n\n— x !!!!\n'])
    expect(readNote(broken)).toBeUndefined()
})

test('tiles have the paths of C2SP tlog-tiles, in one spelling only', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 'entries', index: 5, width: 17 })).toBe('tile/entries/005.p/17')
  for (const path of ['tile/0/x001/x234/067', 'tile/entries/005.p/17', 'tile/12/000'])
    expect(tilePath(tileAt(path) as never)).toBe(path)
  for (const path of [
    'tile/0/5',
    'tile/0/x000/005',
    'tile/00/005',
    'tile/0/005.p/0',
    'tile/0/005.p/256',
    'tile/0/005.p/07',
    'tile/0/001/x234',
    'tile/x/000',
    '',
  ])
    expect(tileAt(path), path).toBeUndefined()
})

test('a tree of 70,000 has the tiles that the specification names', () => {
  const tiles = tilesOf(70_000)
  const count = (level: number | 'entries', width: number) =>
    tiles.filter((tile) => tile.level === level && tile.width === width).length
  expect([count(0, 256), count(0, 112), count('entries', 256), count('entries', 112)]).toEqual([
    273, 1, 273, 1,
  ])
  expect([count(1, 256), count(1, 17), count(2, 1)]).toEqual([1, 1, 1])
  expect(tilesOf(256).map(tilePath)).toEqual(['tile/0/000', 'tile/entries/000', 'tile/1/000.p/1'])
  // Only new ones: the tiles that were partial, and everything after them.
  expect(tilesOf(600, { from: 512 }).map(tilePath)).toEqual([
    'tile/0/002.p/88',
    'tile/entries/002.p/88',
    'tile/1/000.p/2',
  ])
})

test('a subtree is found in the tiles of its height', () => {
  expect(hashesOfSubtree({ height: 3, index: 2 })).toEqual({ level: 0, first: 16, count: 8 })
  expect(hashesOfSubtree({ height: 8, index: 5 })).toEqual({ level: 1, first: 5, count: 1 })
  expect(hashesOfSubtree({ height: 10, index: 1 })).toEqual({ level: 1, first: 4, count: 4 })
})

test('entries are bundled after their lengths', () => {
  const entries = ['', '{}', 'x'.repeat(65_535)].map((text) => Buffer.from(text))
  const bundle = bundleOf(entries)
  expect([...bundle.subarray(0, 6)]).toEqual([0, 0, 0, 2, 0x7b, 0x7d])
  expect(entriesIn(bundle)?.map((entry) => Buffer.from(entry).toString())).toEqual(entries.map(String))
  expect(entriesIn(bundle.subarray(0, bundle.length - 1))).toBeUndefined()
  expect(entriesIn(Uint8Array.of(0))).toBeUndefined()
})

test('RFC 8785: the example of the specification', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('the origin of a log is the public address, /log and the random ID of the log', () => {
  const origin = logOrigin(logHost('http://localhost:3000/status/'), '0123456789abcdef')
  expect(origin).toBe('localhost:3000/status/log/0123456789abcdef')
  expect(logIdIn(origin)).toBe('0123456789abcdef')
  expect(logIdIn('status.example.com/log/2')).toBeUndefined()
})
