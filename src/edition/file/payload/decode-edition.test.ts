import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomEdition } from '../../../../tests/support/random-edition.ts'
import { DamagedPayload, decodeSite } from './decode-edition.ts'
import { encodeEdition } from './encode-edition.ts'

function siteLine(): Record<string, unknown> {
  const [edition] = fc.sample(randomEdition(), 1)
  if (edition === undefined) throw new Error('There is one.')
  const [line = ''] = encodeEdition(edition, new Date())
  return JSON.parse(line) as Record<string, unknown>
}

test('a file of a version that knew no IP ranges has none', () => {
  const { ipRanges, ...before } = siteLine()
  expect(ipRanges).toBeInstanceOf(Array)
  expect(decodeSite(before).ipRanges).toEqual([])
})

test('a file of a version that knew no promise of updates promises nothing', () => {
  const line = siteLine()
  const { update_every_hours: _, ...provider } = line.provider as Record<string, unknown>
  expect(decodeSite({ ...line, provider }).provider.update_every_hours).toBeNull()
})

test.each(['192.0.2.7/24', '192.0.2.0', 'nowhere', '2001:DB8::/32'])(
  '%s is no range that a file has',
  (prefix) => {
    const range = { id: 1, dataCenterTid: 1, prefix, note: '', addedOn: 0, removedOn: null }
    expect(() => decodeSite({ ...siteLine(), ipRanges: [range] })).toThrow(DamagedPayload)
    const right = { ...range, prefix: '192.0.2.0/24' }
    expect(decodeSite({ ...siteLine(), ipRanges: [right] }).ipRanges).toMatchObject([
      { prefix: '192.0.2.0/24' },
    ])
  },
)
