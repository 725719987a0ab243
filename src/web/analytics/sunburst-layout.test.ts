import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { THREAT_CATEGORIES, THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import type { CategoryFigures } from './figures.ts'
import { sunburstLayout, tintOf, withOthers } from './sunburst-layout.ts'

function category(name: CategoryFigures['category'], ...counts: number[]): CategoryFigures {
  return {
    category: name,
    title: name,
    blocked: counts.reduce((sum, count) => sum + count, 0),
    families: counts.map((blocked, index) => ({ family: `f${index}`, blocked })),
  }
}

function named(
  name: CategoryFigures['category'],
  ...families: [family: string, blocked: number][]
): CategoryFigures {
  return {
    ...category(name, ...families.map(([, blocked]) => blocked)),
    title: THREAT_CATEGORY_TITLES[name],
    families: families.map(([family, blocked]) => ({ family, blocked })),
  }
}

describe('the sunburst', () => {
  test('O-05 has categories inside and their families outside', () => {
    const arcs = sunburstLayout([category('malware', 60, 20), category('ba', 20)])
    expect(arcs.map(({ key, blocked, share }) => [key, blocked, share])).toEqual([
      ['malware', 80, '80%'],
      ['ba', 20, '20%'],
      ['malware f0', 60, '60%'],
      ['malware f1', 20, '20%'],
      ['ba f0', 20, '20%'],
    ])
  })

  test('O-05 skips categories without a count, and is empty without any count', () => {
    expect(sunburstLayout([category('malware', 1), category('threat')]).map(({ key }) => key)).toEqual([
      'malware',
      'malware f0',
    ])
    expect(sunburstLayout([category('malware'), category('threat')])).toEqual([])
  })

  test('O-05 labels wide arcs and not narrow ones', () => {
    const arcs = sunburstLayout([category('malware', 900, 5), category('ba', 95)])
    const labelled = arcs.filter(({ label }) => label !== undefined).map(({ key }) => key)
    expect(labelled).toContain('malware f0')
    expect(labelled).not.toContain('malware f1')
  })

  test('O-05 names every category, and every family from three percent, on the arc or beside it', () => {
    const arcs = sunburstLayout([
      named('malware', ['Emotet', 300], ['FormBook', 30]),
      named('threat', ['Credential phishing', 500], ['Cobalt Strike beacon', 40]),
      named('sandbox', ['Office macro', 50]),
      named('ba', ['Process injection', 40], ['Mass file encryption', 5]),
    ])
    const unnamed = arcs.filter(({ label, callout }) => label === undefined && callout === undefined)
    expect(unnamed.map(({ name }) => name)).toEqual(['Mass file encryption'])
  })

  test('O-05 gives each family of a category its own shade', () => {
    for (const count of [1, 2, 7, 20]) {
      const shades = Array.from({ length: count }, (_, rank) => tintOf(rank, count))
      expect(new Set(shades).size).toBe(count)
      expect(shades).toEqual(shades.toSorted((a, b) => b - a))
    }
  })

  test('O-05 has no arc too narrow to see, and families add up to their category', () => {
    const anyCategory = fc
      .array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 60 })
      .map((counts) => counts.sort((a, b) => b - a))
    fc.assert(
      fc.property(fc.array(anyCategory, { minLength: 1, maxLength: 4 }), (all) => {
        const figures = all.map((counts, index) => category(THREAT_CATEGORIES[index] ?? 'ba', ...counts))
        const arcs = sunburstLayout(figures)
        for (const { path } of arcs) expect(degreesOf(path)).toBeGreaterThan(1.4)
        for (const { category: name, blocked } of figures) {
          const families = arcs.filter((arc) => arc.kind === 'family' && arc.category === name)
          expect(families.reduce((sum, arc) => sum + arc.blocked, 0)).toBe(blocked)
        }
      }),
    )
  })
})

test('O-05 small families are combined into one that is large enough', () => {
  const family = (blocked: number) => ({ family: String(blocked), blocked })
  expect(withOthers([50, 6, 2, 1].map(family), 5)).toEqual([family(50), { family: 'Other (3)', blocked: 9 }])
  expect(withOthers([50, 10, 3, 3].map(family), 5)).toEqual([
    family(50),
    family(10),
    { family: 'Other (2)', blocked: 6 },
  ])
  expect(withOthers([50, 10].map(family), 5)).toEqual([family(50), family(10)])
  expect(withOthers([3].map(family), 5)).toEqual([family(3)])
})

function degreesOf(path: string) {
  const [, x = '0', y = '0'] = /^M(-?[\d.]+),(-?[\d.]+)/.exec(path) ?? []
  const outer = /A(?:[\d.]+),[\d.]+,0,([01]),1,(-?[\d.]+),(-?[\d.]+)/.exec(path)
  const [, isLarge, endX = '0', endY = '0'] = outer ?? []
  const angle = Math.atan2(Number(endX), -Number(endY)) - Math.atan2(Number(x), -Number(y))
  const degrees = ((((angle * 180) / Math.PI) % 360) + 360) % 360
  return isLarge === '1' && degrees < 180 ? 360 : degrees
}
