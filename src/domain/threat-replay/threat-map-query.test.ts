import { expect, test } from 'vitest'
import { THREAT_CATEGORIES } from '../threats/threat-category.ts'
import { threatMapAddress, threatMapQuery } from './threat-map-query.ts'

test('O-04 a category can be read back from its address', () => {
  for (const category of [undefined, ...THREAT_CATEGORIES]) {
    const address = threatMapAddress('/northwall.net/threat-map', { category })
    const { searchParams } = new URL(address, 'http://localhost')
    expect(threatMapQuery(searchParams)).toEqual({ category })
  }
})

test.each(['', 'category=', 'category=Malware', 'category=worm', 'category=__proto__'])(
  'O-04 "%s" is ignored',
  (query) => {
    const asked = threatMapQuery(new URLSearchParams(query))
    expect(threatMapAddress('/northwall.net/threat-map', asked)).toBe('/northwall.net/threat-map')
  },
)
