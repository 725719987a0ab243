import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ACCENT_GROUNDS,
  accentOf,
  accentProblem,
  contrast,
  DEFAULT_ACCENT,
  darkAccentOf,
  nearestReadable,
  worstPair,
} from './accent.ts'

const TOKENS = readFileSync(join(import.meta.dirname, '../../ui/styles/tokens.css'), 'utf8')

function token(name: string) {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(TOKENS) ?? []
  return { light, dark }
}

test('the colors here are those of the style sheet', () => {
  for (const { token: name, light, dark } of ACCENT_GROUNDS)
    expect(token(name), name).toEqual({ light, dark })
  const { light, dark } = DEFAULT_ACCENT
  expect(token('brand')).toEqual({ light: light.brand, dark: dark.brand })
  expect(token('brand-strong')).toEqual({ light: light.brandStrong, dark: dark.brandStrong })
  expect(token('on-brand')).toEqual({ light: light.onBrand, dark: dark.onBrand })
})

test('every wash of the style sheet is among the grounds', () => {
  const washes = [...TOKENS.matchAll(/--([\w-]*wash):/g)].map(([, name]) => name)
  expect(ACCENT_GROUNDS.map(({ token: name }) => name)).toEqual(expect.arrayContaining(washes))
})

test('the site without a brand passes its own check', () => {
  expect(worstPair(DEFAULT_ACCENT.light.brand, 'light')).toBeUndefined()
  expect(worstPair(DEFAULT_ACCENT.dark.brand, 'dark')).toBeUndefined()
})

test('an unreadable color is refused with the pair, the ratio and the nearest readable color', () => {
  expect(accentProblem('#0b4f6c', 'light')).toBeUndefined()
  const yellow = accentProblem('#f5c400', 'light') ?? ''
  expect(yellow).toMatch(
    /^Hard to read in the light theme: #f5c400 on the land on maps \(#dbd7cc\) has a contrast of 1\.\d+:1, and a control needs 3:1\. The nearest readable color is #[0-9a-f]{6}\.$|^Hard to read in the light theme: #f5c400 on .+ has a contrast of 1\.\d+:1, and text needs 4\.5:1\. The nearest readable color is #[0-9a-f]{6}\.$/,
  )
  expect(accentProblem('#0b4f6c', 'dark')).toMatch(/in the dark theme: #0b4f6c on /)
  expect(accentProblem('red', 'light')).toBe('Please enter a color such as #0b4f6c.')
})

test.each([
  '#f5c400',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffffff',
  '#000000',
  '#e4007f',
  '#7f7f7f',
  '#00a3e0',
])('what is offered instead of %s, and what follows from it, is readable in both themes', (color) => {
  for (const theme of ['light', 'dark'] as const)
    expect(worstPair(nearestReadable(color, theme), theme), theme).toBeUndefined()
  const light = nearestReadable(color, 'light')
  expect(worstPair(darkAccentOf(light), 'dark')).toBeUndefined()
  const accent = accentOf({ accent_light: light, accent_dark: '' })
  for (const theme of ['light', 'dark'] as const) {
    const { brand, brandStrong, onBrand } = accent[theme]
    expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onBrand, brandStrong)).toBeGreaterThanOrEqual(4.5)
    for (const ground of ACCENT_GROUNDS)
      expect(contrast(brandStrong, ground[theme]), ground.token).toBeGreaterThanOrEqual(ground.least)
  }
})

test('a readable color stays as it is, and a hue stays that hue', () => {
  expect(nearestReadable('#0b4f6c', 'light')).toBe('#0b4f6c')
  const darker = nearestReadable('#f5c400', 'light')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(darker.slice(at, at + 2), 16))
  expect(red).toBeGreaterThan(blue)
  expect(green).toBeGreaterThan(blue)
})

test('without an accent of its own the site keeps its colors', () => {
  expect(accentOf({ accent_light: '', accent_dark: '' })).toBe(DEFAULT_ACCENT)
})
