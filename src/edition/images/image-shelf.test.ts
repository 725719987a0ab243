import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { imageName } from '../../domain/images/image-name.ts'
import { makeImageShelf } from './image-shelf.ts'

const BYTES = Buffer.alloc(100, 'x')
const NAME = nameOf(BYTES)

function nameOf(bytes: Buffer) {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return imageName({ digest, width: 1, height: 1, type: 'png' })
}

test('asks each place in turn, once for simultaneous requests, and remembers', async () => {
  const first = vi.fn(async () => {
    throw new Error('away')
  })
  const second = vi.fn(async () => BYTES)
  const shelf = makeImageShelf([first, second])
  expect(await Promise.all([shelf.find(NAME), shelf.find(NAME)])).toEqual([BYTES, BYTES])
  expect(await shelf.find(NAME)).toBe(BYTES)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

test('other bytes under the name are not it; a place that did not answer might have had it', async () => {
  const wrong = async () => Buffer.from('replaced')
  expect(await makeImageShelf([wrong, async () => undefined]).find(NAME)).toBeUndefined()
  const away = async () => {
    throw new Error('away')
  }
  await expect(makeImageShelf([away, wrong]).find(NAME)).rejects.toThrow('away')
})

test('the images that were not asked for longest leave first', async () => {
  const all = ['a', 'b', 'c'].map((letter) => Buffer.alloc(100, letter))
  const [a, b, c] = all.map(nameOf) as [string, string, string]
  const source = vi.fn(async (name: string) => all.find((bytes) => nameOf(bytes) === name))
  const shelf = makeImageShelf([source], { maxBytes: 250 })
  for (const name of [a, b, a, c, a]) await shelf.find(name)
  expect(source.mock.calls.map(([name]) => name)).toEqual([a, b, c])
  await shelf.find(b)
  expect(source).toHaveBeenCalledTimes(4)
})
