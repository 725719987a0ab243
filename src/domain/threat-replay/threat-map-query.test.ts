import { expect, test } from 'vitest'
import { THREAT_CATEGORIES } from '../threats/threat-category.ts'
import { threatMapAddress, threatMapQuery } from './threat-map-query.ts'

test('O-04 a category is read and written the same way', () => {
  for (const category of [undefined, ...THREAT_CATEGORIES]) {
    const address = threatMapAddress('/northwall.net/threat-map', { category })
    const { searchParams } = new URL(address, 'http://localhost')
    expect(threatMapQuery(searchParams)).toEqual({ category })
  }
})

test.each(['', 'category=', 'category=Malware', 'category=worm', 'category=__proto__'])(
  'O-04 "%s" asks for nothing',
  (query) => {
    const asked = threatMapQuery(new URLSearchParams(query))
    expect(threatMapAddress('/northwall.net/threat-map', asked)).toBe('/northwall.net/threat-map')
  },
)
