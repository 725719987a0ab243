import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editionKeys } from '../../../tests/support/edition-keys.ts'
import { randomEdition } from '../../../tests/support/random-edition.ts'
import { withoutRows } from '../../../tests/support/written-edition.ts'
import { toSite } from '../to-site.ts'
import { readPublicKey } from './edition-keys.ts'
import { packEdition } from './pack-edition.ts'
import { unpackEdition } from './unpack-edition.ts'

/** Later than any banner of a random edition begins, so that all are in the file. */
const LATER = new Date('3000-01-01T00:00:00Z')

const { key, publicKey } = editionKeys()
const known = readPublicKey(publicKey)
const keys = new Map(known === undefined ? [] : [[known.id, known.key]])

test('an edition survives its file unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(randomEdition(), async (edition) => {
      const { bytes } = await packEdition(edition, { key, now: LATER })
      const unpacked = await unpackEdition(bytes, keys)
      expect(unpacked).toMatchObject({ kind: 'unpacked' })
      if (unpacked.kind === 'unpacked') expect(unpacked.edition).toStrictEqual(withoutRows(edition))
    }),
    { numRuns: 25 },
  )
})

test('the same edition has the same content and name whenever it is written', async () => {
  const [edition] = fc.sample(randomEdition(), 1)
  if (edition === undefined) throw new Error('There is one.')
  const first = await packEdition(edition, { key, now: LATER })
  const second = await packEdition(edition, { key, now: new Date(LATER.getTime() + 1) })
  expect(second.name).toBe(first.name)
  expect(second.header).toEqual({ ...first.header, written_at: '3000-01-01T00:00:00.001Z' })
})

test('a banner is in the file once it begins', async () => {
  await fc.assert(
    fc.asyncProperty(randomEdition(), fc.date({ noInvalidDate: true }), async (edition, now) => {
      const { bytes } = await packEdition(edition, { key, now })
      const begun = edition.site.banners.filter(({ startsAt }) => startsAt === null || startsAt <= now)
      expect(bannersIn(bytes)).toEqual(begun.map(({ id }) => id))
    }),
    { numRuns: 10 },
  )
})

test('the file has only the settings that readers see, and never the staff domains', async () => {
  const [edition] = fc.sample(randomEdition(), 1)
  if (edition === undefined) throw new Error('There is one.')
  const settings = [
    { key: 'provider', value: { name: 'Northwall', staff_domains: ['canary-staff'], other: 'canary-other' } },
    { key: 'maintenance', value: { is_on: false, message: 'canary-planned', by: 'canary-by' } },
  ]
  const siteRows = { ...edition.siteRows, settings }
  const { bytes } = await packEdition({ ...edition, siteRows, site: toSite(siteRows) }, { key, now: LATER })
  expect(contentOf(bytes)).toContain('Northwall')
  expect(contentOf(bytes)).not.toContain('canary')
  expect(contentOf(bytes)).not.toContain('staff_domains')
})

function bannersIn(file: Buffer) {
  const site = JSON.parse(contentOf(file).split('\n')[0] ?? '')
  return site.siteBanners.columns.id ?? []
}

function contentOf(file: Buffer) {
  const [first = '', second = ''] = file.toString('latin1').split('\n', 2)
  return brotliDecompressSync(file.subarray(first.length + second.length + 2)).toString('utf8')
}
