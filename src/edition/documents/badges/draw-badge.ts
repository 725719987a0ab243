import {
  BADGE_COLORS,
  BADGE_PAPER,
  BADGE_WORDS,
  type BadgeLook,
  type BadgeStyle,
} from '../../../domain/badge/badge-look.ts'
import { escapeAttribute, withoutIllegalXml } from '../../../domain/escape-html.ts'
import type { CenterState } from '../../../domain/map/center-state.ts'
import { type TextSize, textWidth } from './text-width.ts'

export interface Badge extends BadgeLook {
  label: string
  state: CenterState
}

interface Size {
  height: number
  radius: number
  padding: number
  shape: number
  label: TextSize
  message: TextSize
  baseline: number
  isUpperCase: boolean
}

const FLAT: Size = {
  height: 20,
  radius: 3,
  padding: 6,
  shape: 8,
  label: { fontPx: 11 },
  message: { fontPx: 11 },
  baseline: 14,
  isUpperCase: false,
}

const SIZES: Record<BadgeStyle, Size> = {
  flat: FLAT,
  'flat-square': { ...FLAT, radius: 0 },
  'for-the-badge': {
    height: 28,
    radius: 4,
    padding: 11,
    shape: 9,
    label: { fontPx: 10, letterSpacingPx: 1 },
    message: { fontPx: 10, isBold: true, letterSpacingPx: 1 },
    baseline: 18,
    isUpperCase: true,
  },
}

const SHAPE_GAP = 5

export function drawBadge({ label, state, style, theme }: Badge): string {
  const size = SIZES[style]
  const { height, padding, baseline } = size
  const cased = (text: string) => (size.isUpperCase ? text.toUpperCase() : text)
  const left = { text: cased(label), width: Math.round(textWidth(cased(label), size.label)) }
  const message = cased(BADGE_WORDS[state])
  const right = { text: message, width: Math.round(textWidth(message, size.message)) }
  const split = left.width + 2 * padding
  const width = split + right.width + 2 * padding + size.shape + SHAPE_GAP
  const shapeAt = split + padding
  const colors = colorsOf(theme, state)
  const said = escapedXml(`${label}: ${BADGE_WORDS[state]}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">`,
    `<title>${said}</title>`,
    colors.style,
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="${size.radius}"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${split}" height="${height}" ${colors.ground}/>`,
    `<rect x="${split}" width="${width - split}" height="${height}" ${colors.state}/>`,
    '</g>',
    '<g font-family="Verdana,Geneva,DejaVu Sans,sans-serif" text-rendering="geometricPrecision">',
    textAt(left, padding, { ...size.label, baseline }, colors.ink),
    `<svg x="${shapeAt}" y="${(height - size.shape) / 2}" width="${size.shape}" height="${size.shape}" viewBox="0 0 16 16" ${colors.onState}>${SHAPES[state]}</svg>`,
    textAt(right, shapeAt + size.shape + SHAPE_GAP, { ...size.message, baseline }, colors.onState),
    '</g>',
    '</svg>',
    '',
  ]
    .filter((line, index, lines) => line !== '' || index === lines.length - 1)
    .join('\n')
}

function textAt(
  { text, width }: { text: string; width: number },
  x: number,
  { fontPx, isBold = false, baseline }: TextSize & { baseline: number },
  fill: string,
) {
  // Stretches or squeezes other fonts to the width computed for Verdana.
  return `<text x="${x}" y="${baseline}" font-size="${fontPx}"${isBold ? ' font-weight="bold"' : ''} textLength="${width}" lengthAdjust="spacingAndGlyphs" ${fill}>${escapedXml(text)}</text>`
}

interface Colors {
  style: string
  ground: string
  ink: string
  state: string
  onState: string
}

function colorsOf(theme: BadgeLook['theme'], state: CenterState): Colors {
  if (theme === 'auto') {
    return {
      style: `<style>${rulesOf('light', state)}@media (prefers-color-scheme:dark){${rulesOf('dark', state)}}</style>`,
      ground: 'class="g"',
      ink: 'class="i"',
      state: 'class="s"',
      onState: 'class="o"',
    }
  }
  const { ground, ink, onState } = BADGE_PAPER[theme]
  const fill = (color: string) => `fill="${color}"`
  return {
    style: '',
    ground: fill(ground),
    ink: fill(ink),
    state: fill(BADGE_COLORS[theme][state]),
    onState: `${fill(onState)} color="${onState}"`,
  }
}

function rulesOf(theme: 'light' | 'dark', state: CenterState) {
  const { ground, ink, onState } = BADGE_PAPER[theme]
  return `.g{fill:${ground}}.i{fill:${ink}}.s{fill:${BADGE_COLORS[theme][state]}}.o{fill:${onState};color:${onState}}`
}

/** The same shapes as on the rest of the site. */
const SHAPES: Record<CenterState, string> = {
  operational: '<path d="m1.5 8.7 4.4 4.6L14.5 3" fill="none" stroke="currentColor" stroke-width="2.6"/>',
  under_maintenance: '<path d="m8 .5 7.5 7.5L8 15.5.5 8z"/>',
  under_investigation: '<circle cx="8" cy="8" r="7"/>',
  service_degradation: '<path d="M8 1 15.5 15H.5z"/>',
  service_disruption: '<rect x="1.5" y="1.5" width="13" height="13" rx="1"/>',
}

function escapedXml(text: string) {
  return escapeAttribute(withoutIllegalXml(text))
}
