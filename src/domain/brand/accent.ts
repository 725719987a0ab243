/** Statuses keep their own colors, whatever the accent is. */
export type AccentTheme = 'light' | 'dark'

export interface Accent {
  brand: string
  brandStrong: string
  onBrand: string
}

/** What the site has without a brand of its own. A test compares these and the grounds with `tokens.css`. */
export const DEFAULT_ACCENT: Readonly<Record<AccentTheme, Accent>> = {
  light: { brand: '#0b4f6c', brandStrong: '#083b52', onBrand: '#ffffff' },
  dark: { brand: '#7cc4e0', brandStrong: '#a7daee', onBrand: '#08202b' },
}

interface Ground {
  token: string
  words: string
  light: string
  dark: string
  least: number
}

/** WCAG 2.2, 1.4.3: text and links. */
const READABLE = 4.5
/** WCAG 2.2, 1.4.11: the visible parts of controls. */
const VISIBLE = 3

export const ACCENT_GROUNDS: readonly Ground[] = [
  { token: 'paper', words: 'the page', light: '#fcfbf9', dark: '#0f1419', least: READABLE },
  { token: 'sheet', words: 'cards and the header', light: '#ffffff', dark: '#161d24', least: READABLE },
  { token: 'wash', words: 'shaded rows', light: '#f3f1ec', dark: '#1c252e', least: READABLE },
  {
    token: 'disruption-wash',
    words: 'disruption notices',
    light: '#fbe9e7',
    dark: '#3a1a1a',
    least: READABLE,
  },
  {
    token: 'degradation-wash',
    words: 'degradation notices',
    light: '#fdf0df',
    dark: '#35240f',
    least: READABLE,
  },
  {
    token: 'investigation-wash',
    words: 'investigation notices',
    light: '#f0ebfb',
    dark: '#271f3d',
    least: READABLE,
  },
  {
    token: 'planned-wash',
    words: 'maintenance notices',
    light: '#e8f0fa',
    dark: '#16263a',
    least: READABLE,
  },
  { token: 'map-sea', words: 'the sea on maps', light: '#edf1f2', dark: '#121a21', least: VISIBLE },
  { token: 'map-land', words: 'the land on maps', light: '#dbd7cc', dark: '#2a3540', least: VISIBLE },
]

export function isColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/.test(color)
}

export interface UnreadablePair {
  words: string
  ratio: number
  least: number
}

export function worstPair(color: string, theme: AccentTheme): UnreadablePair | undefined {
  const pairs = [
    ...ACCENT_GROUNDS.map((ground) => ({
      words: `${color} on ${ground.words} (${ground[theme]})`,
      ratio: contrast(color, ground[theme]),
      least: ground.least,
    })),
    {
      words: `${textOn(color, theme)} on buttons (${color})`,
      ratio: contrast(textOn(color, theme), color),
      least: READABLE,
    },
  ]
  const [worst] = pairs
    .filter(({ ratio, least }) => ratio < least)
    .toSorted((a, b) => a.ratio / a.least - b.ratio / b.least)
  return worst
}

export function accentProblem(color: string, theme: AccentTheme): string | undefined {
  if (!isColor(color)) return 'Please enter a color such as #0b4f6c.'
  const worst = worstPair(color, theme)
  if (worst === undefined) return undefined
  const { words, ratio, least } = worst
  return `Hard to read in the ${theme} theme: ${words} has a contrast of ${rounded(ratio)}:1, and ${least === READABLE ? 'text' : 'a control'} needs ${least}:1. The nearest readable color is ${nearestReadable(color, theme)}.`
}

/** Never rounded up to the limit: 4.49 is not 4.5. */
function rounded(ratio: number) {
  return (Math.floor(ratio * 100) / 100).toString()
}

const STEP = 0.005

export function nearestReadable(color: string, theme: AccentTheme): string {
  const { lightness, chroma, hue } = lchOf(color)
  const direction = theme === 'light' ? -STEP : STEP
  for (let at = lightness; at >= 0 && at <= 1; at += direction) {
    const near = hexOf({ lightness: at, chroma, hue })
    if (worstPair(near, theme) === undefined) return near
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

export function darkAccentOf(light: string): string {
  const { lightness, chroma, hue } = lchOf(light)
  const lifted = {
    lightness: Math.max(lightness, DARK_LIGHTNESS),
    chroma: Math.min(chroma, DARK_CHROMA),
    hue,
  }
  return nearestReadable(hexOf(lifted), 'dark')
}

const DARK_LIGHTNESS = 0.77
/** Saturated letters seem to glow on a dark page. */
const DARK_CHROMA = 0.13

export function accentOf({
  accent_light: light,
  accent_dark: dark,
}: {
  accent_light: string
  accent_dark: string
}): Readonly<Record<AccentTheme, Accent>> {
  if (light === '') return DEFAULT_ACCENT
  return {
    light: withFollowing(light, 'light'),
    dark: withFollowing(dark === '' ? darkAccentOf(light) : dark, 'dark'),
  }
}

const STRONGER = 0.08

function withFollowing(color: string, theme: AccentTheme): Accent {
  const { lightness, chroma, hue } = lchOf(color)
  const stronger = lightness + (theme === 'light' ? -STRONGER : STRONGER)
  const brandStrong = hexOf({ lightness: Math.min(1, Math.max(0, stronger)), chroma, hue })
  return { brand: color, brandStrong, onBrand: textOn(color, theme) }
}

function textOn(color: string, theme: AccentTheme): string {
  const { chroma, hue } = lchOf(color)
  const dark = hexOf({ lightness: 0.2, chroma: Math.min(chroma, 0.04), hue })
  if (theme === 'dark') return contrast(dark, color) >= contrast('#ffffff', color) ? dark : '#ffffff'
  return contrast('#ffffff', color) >= READABLE ? '#ffffff' : dark
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Triple = readonly [number, number, number]

function linearOf(color: string): Triple {
  const part = (from: number) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

interface Lch {
  lightness: number
  chroma: number
  /** Radians. */
  hue: number
}

/** OKLCH, in which equal steps look equal and a hue stays the same hue while it gets darker. */
function lchOf(color: string): Lch {
  const [red, green, blue] = linearOf(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Colors that no screen can show get less chroma until one can. */
function hexOf({ lightness, chroma, hue }: Lch): string {
  for (let shown = chroma; shown > 0.001; shown *= 0.95) {
    const linear = linearOfLch({ lightness, chroma: shown, hue })
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return hexOfLinear(linear)
  }
  return hexOfLinear(linearOfLch({ lightness, chroma: 0, hue }))
}

function linearOfLch({ lightness, chroma, hue }: Lch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hexOfLinear(linear: Triple): string {
  const parts = linear.map((value) => {
    const part = Math.min(1, Math.max(0, value))
    const share = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
