import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editionKeys } from '../../../tests/support/edition-keys.ts'
import { randomEdition } from '../../../tests/support/random-edition.ts'
import { readPublicKey } from './edition-keys.ts'
import { packEdition } from './pack-edition.ts'
import { unpackEdition } from './unpack-edition.ts'

/** Later than every banner of a random edition begins, so that all are in the file. */
const LATER = new Date('3000-01-01T00:00:00Z')

const { key, publicKey } = editionKeys()
const known = readPublicKey(publicKey)
const keys = new Map(known === undefined ? [] : [[known.id, known.key]])

test('whatever an edition holds comes out of its file as it went in', async () => {
  await fc.assert(
    fc.asyncProperty(randomEdition(), async (edition) => {
      const { bytes } = await packEdition(edition, { key, now: LATER })
      const unpacked = await unpackEdition(bytes, keys)
      expect(unpacked).toMatchObject({ kind: 'unpacked' })
      if (unpacked.kind === 'unpacked') expect(unpacked.edition).toStrictEqual(edition)
    }),
    { numRuns: 25 },
  )
})

test('the same edition is the same content under the same name, whenever it is written', async () => {
  const [edition] = fc.sample(randomEdition(), 1)
  if (edition === undefined) throw new Error('There is one.')
  const first = await packEdition(edition, { key, now: LATER })
  const second = await packEdition(edition, { key, now: new Date(LATER.getTime() + 1) })
  expect(second.name).toBe(first.name)
  expect(second.header).toEqual({ ...first.header, written_at: '3000-01-01T00:00:00.001Z' })
})

test('a banner is in the file from the moment it begins, and who counts as staff never is', async () => {
  await fc.assert(
    fc.asyncProperty(randomEdition(), fc.date({ noInvalidDate: true }), async (edition, now) => {
      edition.site.provider.staff_domains = ['canary-of-staff.example']
      const { bytes } = await packEdition(edition, { key, now })
      const content = contentOf(bytes)
      expect(content).not.toContain('canary-of-staff')
      const banners = JSON.parse(content.split('\n')[0] ?? '').banners as { id: number }[]
      const begun = edition.site.banners.filter(({ startsAt }) => startsAt === null || startsAt <= now)
      expect(banners.map(({ id }) => id)).toEqual(begun.map(({ id }) => id))
    }),
    { numRuns: 10 },
  )
})

function contentOf(file: Buffer) {
  const [first = '', second = ''] = file.toString('latin1').split('\n', 2)
  return brotliDecompressSync(file.subarray(first.length + second.length + 2)).toString('utf8')
}
