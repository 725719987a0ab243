import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../..')
const TOKENS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const TONES = readFileSync(join(import.meta.dirname, '../parts/tone.module.css'), 'utf8')

/** WCAG 2.2, 1.4.3: normal-sized text. */
const READABLE = 4.5
/** WCAG 2.2, 1.4.11: the visible parts of a control. */
const VISIBLE = 3
const GROUNDS = ['paper', 'sheet', 'wash']
/** Text colors with a background of their own; the rules that set both are tested individually. */
const ONLY_ON_THEIR_OWN_GROUND = ['paper', 'on-brand']
/** The disabled star is a drawing, and its state is also in words. */
const NOT_TEXT = ['rule']
const THEMES = ['light', 'dark'] as const

type Theme = (typeof THEMES)[number]

const rules = styleSheets().flatMap(rulesOf)
const tones = rulesOf(TONES).map(({ body }) => ({
  text: tokenOf(body, '--tone') ?? '',
  wash: /--tone-wash: (.+);/.exec(body)?.[1] ?? '',
}))

describe.each(THEMES)('in the %s theme', (theme) => {
  test('every text color is readable on every page background', () => {
    const texts = new Set([
      ...rules.flatMap(({ body }) => tokenOf(body, 'color') ?? []),
      ...tones.map(({ text }) => text),
      ...['malware', 'threat', 'sandbox', 'ba'].map((category) => `threat-${category}`),
    ])
    expect(texts.size).toBeGreaterThan(12)
    const tested = [...texts].filter(
      (text) => ![...ONLY_ON_THEIR_OWN_GROUND, ...NOT_TEXT, 'tone', 'category', 'hue'].includes(text),
    )
    for (const text of tested) for (const ground of GROUNDS) expectReadable(text, `var(--${ground})`, theme)
  })

  test('a rule that sets text and background sets a readable pair', () => {
    const pairs = rules.flatMap(({ selector, body }) => {
      const text = tokenOf(body, 'color')
      const ground = tokenOf(body, 'background')
      return text === undefined || ground === undefined || text === 'tone' || ground === 'tone-wash'
        ? []
        : { selector, text, ground }
    })
    expect(pairs.length).toBeGreaterThan(30)
    for (const { selector, text, ground } of pairs) expectReadable(text, `var(--${ground})`, theme, selector)
  })

  test('names on the map are readable on land and sea', () => {
    for (const ground of ['map-land', 'map-sea']) expectReadable('map-name', `var(--${ground})`, theme)
  })

  test('WCAG 2.2, 1.4.11: the border of every field is 3:1 on every page background', () => {
    const edges = new Set(fieldRules().flatMap(({ body }) => edgesOf(body)))
    expect([...edges]).toContain('field')
    for (const edge of edges) {
      for (const ground of GROUNDS) {
        const ratio = contrast(colorOf(`var(--${edge})`, theme), colorOf(`var(--${ground})`, theme))
        expect(ratio, `--${edge} on --${ground}, ${theme}`).toBeGreaterThanOrEqual(VISIBLE)
      }
    }
  })

  test('a status and the text beside it are readable on its background', () => {
    expect(tones.map(({ text }) => text)).toContain('disruption')
    for (const { text, wash } of tones) {
      if (wash === 'transparent') continue
      for (const each of [text, 'ink', 'ink-2']) expectReadable(each, wash, theme)
    }
  })
})

test('N-11 selection is visible in forced colors, where backgrounds and shadows are gone and transparent lines are drawn', () => {
  const selected = styleSheets().filter((css) => /\[aria-(current|selected|pressed)/.test(css))
  expect(selected.length).toBeGreaterThan(10)
  for (const css of selected) expect(css).toContain('@media (forced-colors: active)')
})

test('an unreadable pair is detected', () => {
  expect(contrast(colorOf('var(--ink)', 'light'), colorOf('var(--paper)', 'light'))).toBeGreaterThan(15)
  expect(() => expectReadable('ink', 'var(--ink-2)', 'light')).toThrow()
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21)
})

function expectReadable(text: string, ground: string, theme: Theme, where = '') {
  const ratio = contrast(colorOf(`var(--${text})`, theme), colorOf(ground, theme))
  expect(ratio, `${where} --${text} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(READABLE)
}

function fieldRules() {
  return rules.filter(({ selector }) =>
    /(^|[\s,])(input|select|textarea|\.input|\.select|\.button)\b/.test(selector),
  )
}

function edgesOf(body: string): string[] {
  const edges = [...body.matchAll(/(?:^|[;\s])border(?:-color)?: (?:1px solid )?var\(--([\w-]+)\)/g)]
  return edges.flatMap(([, token]) => token ?? [])
}

type Color = readonly [red: number, green: number, blue: number]

function colorOf(words: string, theme: Theme): Color {
  const mixed = /^color-mix\(in srgb, (.+?) (\d+)%, (.+)\)$/.exec(words)
  if (mixed !== null) {
    const [, one = '', percent, other = ''] = mixed
    const part = Number(percent) / 100
    const [a, b] = [colorOf(one, theme), colorOf(other, theme)]
    return [0, 1, 2].map((at) => (a[at] ?? 0) * part + (b[at] ?? 0) * (1 - part)) as unknown as Color
  }
  const token = /^var\(--([\w-]+)\)$/.exec(words)?.[1]
  if (token === undefined) return hexColor(words)
  const [, light, dark, both] =
    new RegExp(`--${token}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(TOKENS) ?? []
  const value = both ?? (theme === 'light' ? light : dark)
  if (value === undefined) throw new Error(`No color of this name: ${token}`)
  return hexColor(value)
}

function hexColor(words: string): Color {
  const [, red, green, blue] = /^#(\w\w)(\w\w)(\w\w)$/.exec(words) ?? []
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`No color: ${words}`)
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

/** WCAG 2.2: contrast ratio. */
function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function styleSheets(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.endsWith('print.css'))
    .map((name) => readFileSync(join(SRC, name), 'utf8'))
}

function rulesOf(sheet: string) {
  const plain = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body,
  }))
}

function tokenOf(body: string, property: string): string | undefined {
  return new RegExp(`(?:^|[;\\s])${property}: var\\(--([\\w-]+)\\)`).exec(body)?.[1]
}
