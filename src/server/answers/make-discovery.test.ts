import { expect, test } from 'vitest'
import { plainRecord } from '../../../tests/support/plain-record.ts'
import type { Edition } from '../../edition/edition.ts'
import { EMPTY_SHELF, nextShelf } from '../../edition/record-shelf.ts'
import { DISCOVERY_FILES } from './make-discovery.ts'

const URL_IN_MAP = /<loc>https:\/\/trust\.example\/notification\/(\d+)<\/loc>/g

test('a long sitemap is written in parts, so that readers are answered meanwhile', () => {
  const changed = Array.from({ length: 2_500 }, (_, at) =>
    plainRecord({ id: at + 1, kind: 'notification', clouds: [], redirect: at === 0 ? '/elsewhere' : null }),
  )
  const records = nextShelf(EMPTY_SHELF, { changed, withdrawn: [] })
  const edition = { site: { clouds: [], menu: { main_menu: [] } }, records } as unknown as Edition
  const parts = [...(DISCOVERY_FILES.get('/sitemap.xml')?.write(edition, 'https://trust.example') ?? [])]
  expect(Math.max(...parts.map((part) => part.split('<url>').length - 1))).toBe(1_000)
  const ids = [...parts.join('').matchAll(URL_IN_MAP)].map(([, id]) => Number(id))
  expect(ids).toEqual(Array.from({ length: 2_499 }, (_, at) => 2_500 - at))
})
