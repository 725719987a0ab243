import { expect, test } from 'vitest'
import { boxAround, doOverlap } from './label-box.ts'
import { type Badged, placeBadges } from './place-badges.ts'

test('a badge is at the upper right of its marker', () => {
  const [away] = placeBadges([{ x: 100, y: 100, radius: 6 }])
  expect(away?.x).toBeGreaterThan(4)
  expect(away?.y).toBeLessThan(-4)
})

test.each([
  ['two at the same place', [at(0, 0), at(0, 0)]],
  ['neighbors', [at(0, 0), at(7, 4)]],
  ['a crowd', [at(0, 0), at(8, 3), at(-6, 5), at(4, -9), at(12, 12)]],
])('no badge covers another with %s', (_, markers) => {
  const places = placeBadges(markers).map(({ x, y }, index) => {
    const marker = markers[index] ?? at(0, 0)
    return boxAround({ x: marker.x + x, y: marker.y + y }, 12, 12)
  })
  places.forEach((one, index) => {
    for (const other of places.slice(index + 1)) expect(doOverlap(one, other)).toBe(false)
  })
})

test('the worst, which comes last, keeps the expected position', () => {
  const [first, last] = placeBadges([at(0, 0), at(14, 0)])
  expect(last?.y).toBeLessThan(0)
  expect(last?.x).toBeGreaterThan(0)
  expect(first?.x).toBeLessThan(0)
})

function at(x: number, y: number): Badged {
  return { x, y, radius: 8 }
}
