import { createHash } from 'node:crypto'
import { type Accent, accentOf, isColor } from '../../domain/brand/accent.ts'
import type { BrandLook } from '../../domain/brand/brand.ts'

type Colors = Pick<BrandLook, 'accent_light' | 'accent_dark'>

export const BRAND_STYLE_PATH = '/brand'

/**
 * Undefined for the standard look, which has no style sheet. The digest changes when a release writes the
 * sheet differently.
 */
export function brandStylePath(colors: Colors): string | undefined {
  if (colors.accent_light === '') return undefined
  const { light, dark } = accentOf(colors)
  const names = [light, dark].map(({ brand }) => brand.slice(1))
  const digest = createHash('sha256').update(brandStyle(colors)).digest('hex').slice(0, 12)
  return `${BRAND_STYLE_PATH}/${names.join('-')}-${digest}.css`
}

/** Only the accent: everything else, and statuses above all, keeps its colors. */
export function brandStyle(colors: Colors): string {
  const { light, dark } = accentOf(colors)
  const token = (name: string, of: keyof Accent) => `--${name}:light-dark(${light[of]},${dark[of]})`
  // More specific than the tokens of the site, whichever is loaded first.
  return `html:root{${[token('brand', 'brand'), token('brand-strong', 'brandStrong'), token('on-brand', 'onBrand')].join(';')}}\n`
}

export function colorsAt(path: string): Colors | undefined {
  const [, light, dark] = /^\/brand\/([0-9a-f]{6})-([0-9a-f]{6})-[0-9a-f]{12}\.css$/.exec(path) ?? []
  if (light === undefined || dark === undefined) return undefined
  const colors = { accent_light: `#${light}`, accent_dark: `#${dark}` }
  const isExact = isColor(colors.accent_light) && brandStylePath(colors) === path
  return isExact ? colors : undefined
}
