import { describe, expect, test } from 'vitest'
import {
  BADGE_COLORS,
  BADGE_PAPER,
  BADGE_STYLES,
  BADGE_THEMES,
  BADGE_WORDS,
} from '../../../domain/badge/badge-look.ts'
import { CENTER_STATES } from '../../../domain/map/center-state.ts'
import { drawBadge } from './draw-badge.ts'

const PLAIN = { label: 'northwall.net', state: 'operational', style: 'flat', theme: 'light' } as const

describe('a badge', () => {
  test('names its subject and state, visibly and for screen readers', () => {
    const svg = drawBadge({ ...PLAIN, state: 'service_disruption' })
    expect(svg).toContain('role="img" aria-label="northwall.net: disrupted"')
    expect(svg).toContain('<title>northwall.net: disrupted</title>')
    expect(svg.match(/<text [^>]*>[^<]*/g)?.map((text) => text.replace(/^[^>]*>/, ''))).toEqual([
      'northwall.net',
      'disrupted',
    ])
  })

  test.each([
    ['flat', 20, 3],
    ['flat-square', 20, 0],
    ['for-the-badge', 28, 4],
  ] as const)('%s is %i high with corners of %i', (style, height, radius) => {
    const svg = drawBadge({ ...PLAIN, style })
    expect(svg).toMatch(
      new RegExp(`^<svg [^>]* width="\\d+" height="${height}" viewBox="0 0 \\d+ ${height}"`),
    )
    expect(svg).toContain(`rx="${radius}"/></clipPath>`)
  })

  test("keeps everything inside, and its texts don't overlap", () => {
    for (const label of ['x', 'A service of a rather long name', 'שירות', '服务状态', '🚒🚒🚒']) {
      for (const style of BADGE_STYLES) {
        for (const state of CENTER_STATES) {
          const svg = drawBadge({ ...PLAIN, label, style, state })
          const width = Number(/ width="(\d+)"/.exec(svg)?.[1])
          const split = Number(/<rect x="(\d+)"/.exec(svg)?.[1])
          const shape = Number(/<svg x="(\d+)"/.exec(svg)?.[1])
          const [left, right] = [...svg.matchAll(/<text x="(\d+)"[^>]*textLength="(\d+)"/g)].map(
            ([, x, length]) => ({ from: Number(x), to: Number(x) + Number(length) }),
          )
          expect(left?.from).toBeGreaterThan(0)
          expect(left?.to).toBeLessThan(split)
          expect(shape).toBeGreaterThan(split)
          expect(right?.from).toBeGreaterThan(shape)
          expect(right?.to).toBeLessThan(width)
        }
      }
    }
  })

  test('has a word, color and shape of its own for each state', () => {
    const shapes = CENTER_STATES.map(
      (state) => />(<[^>]+>)<\/svg>\n/.exec(drawBadge({ ...PLAIN, state }))?.[1],
    )
    expect(new Set(shapes).size).toBe(CENTER_STATES.length)
    expect(new Set(Object.values(BADGE_WORDS)).size).toBe(CENTER_STATES.length)
    expect(new Set(Object.values(BADGE_COLORS.light)).size).toBe(CENTER_STATES.length)
  })

  test('has a text contrast of at least 4.5 in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      const { ground, ink, onState } = BADGE_PAPER[theme]
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
      for (const state of CENTER_STATES) {
        expect(contrast(onState, BADGE_COLORS[theme][state])).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test("has the colors of both themes if it follows the reader's system", () => {
    const svg = drawBadge({ ...PLAIN, theme: 'auto' })
    expect(svg).toContain('@media (prefers-color-scheme:dark)')
    for (const theme of ['light', 'dark'] as const) expect(svg).toContain(BADGE_COLORS[theme].operational)
  })

  test('escapes any label', () => {
    for (const theme of BADGE_THEMES) {
      const svg = drawBadge({ ...PLAIN, theme, label: '"><script>alert(1)</script>&\u0000\u0007\ufffe' })
      expect(svg).not.toContain('<script')
      expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;')
      expect(svg).not.toMatch(/[^\n\P{Cc}]|\ufffe/u)
    }
  })

  test('loads nothing and runs nothing', () => {
    for (const theme of BADGE_THEMES) {
      expect(drawBadge({ ...PLAIN, theme })).not.toMatch(
        /href|@import|@font-face|<script|<foreignObject|\son\w+=|url\((?!#)/,
      )
    }
  })
})

function contrast(a: string, b: string) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
