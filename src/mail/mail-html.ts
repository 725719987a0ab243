import { accentOf } from '../domain/brand/accent.ts'
import type { BrandLook } from '../domain/brand/brand.ts'
import { escapeInAnyQuotes } from '../domain/escape-html.ts'
import type { PublicationTone } from '../domain/notifying/publication-tone.ts'
import type { TextBlock, TextRun } from '../domain/notifying/text-blocks.ts'
import { DARK, LIGHT } from './mail-colors.ts'
import type { MailFact, MailLink, MailState } from './mail-content.ts'

/** Every cell repeats its styles: some programs don't inherit styles into tables. */
export const FONT =
  "font-family:'Public Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const SHAPES: Record<PublicationTone, { shape: string; color: keyof typeof LIGHT }> = {
  disruption: { shape: '■', color: 'disruption' },
  degradation: { shape: '▲', color: 'degradation' },
  investigation: { shape: '●', color: 'investigation' },
  planned: { shape: '◆', color: 'planned' },
  advisory: { shape: '⬢', color: 'advisory' },
  up: { shape: '✓', color: 'up' },
  quiet: { shape: '○', color: 'ink3' },
}

const TONES = ['up', 'disruption', 'degradation', 'investigation', 'planned', 'advisory'] as const

export const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important}
.rule{border-color:${DARK.rule}!important}
.ink{color:${DARK.ink}!important}
.ink2{color:${DARK.ink2}!important}
.ink3{color:${DARK.ink3}!important}
.brand{color:${DARK.brand}!important}
${TONES.map((tone) => `.${tone}{color:${DARK[tone]}!important}`).join('\n')}
.button{background:${DARK.brand}!important;color:${DARK.onBrand}!important}
.lightlogo{display:none!important}
.darklogo{display:inline!important}
.plate{background:#ffffff!important;border:4px solid #ffffff!important}
}
@media (max-width:480px){
.button{display:block!important;text-align:center!important}
.whole{width:100%!important}
}
`

/**
 * Replaces the default accent with the brand's. Only our own markup has these colors as attribute values
 * and in rules: texts can contain the words, but neither quotes nor `color:` in a tag.
 */
export function withAccent(html: string, brand: BrandLook | undefined): string {
  if (brand === undefined || brand.accent_light === '') return html
  const { light, dark } = accentOf(brand)
  const inStyles = (css: string) =>
    css
      .replaceAll(`:${LIGHT.brand}`, `:${light.brand}`)
      .replaceAll(`:${LIGHT.onBrand};text-decoration:none`, `:${light.onBrand};text-decoration:none`)
      .replaceAll(`:${DARK.brand}`, `:${dark.brand}`)
      .replaceAll(`:${DARK.onBrand}`, `:${dark.onBrand}`)
  return html
    .replaceAll(/ style="[^"]*"/g, inStyles)
    .replaceAll(`bgcolor="${LIGHT.brand}"`, `bgcolor="${light.brand}"`)
    .replace(/<style>[\s\S]*?<\/style>/, inStyles)
}

export function paragraph(text: string) {
  return `<p class="ink" dir="auto" style="${PARAGRAPH}">${escapeInAnyQuotes(text)}</p>`
}

const PARAGRAPH = `margin:0 0 16px;${FONT}font-size:16px;line-height:25px;color:${LIGHT.ink};word-break:break-word;`

export function note(text: string) {
  return `<p class="ink2" style="margin:0 0 12px;${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink2};">${escapeInAnyQuotes(text)}</p>`
}

export function linkNote({ text, link }: MailLink) {
  return `<p style="margin:0 0 12px;${FONT}font-size:14px;line-height:21px;"><a class="brand" href="${escapeInAnyQuotes(link)}" style="color:${LIGHT.brand};text-decoration:underline;">${escapeInAnyQuotes(text)}</a></p>`
}

export function kickerHtml(text: string) {
  return `<p class="ink2" style="margin:0 0 6px;${FONT}font-size:14px;line-height:20px;color:${LIGHT.ink2};">${escapeInAnyQuotes(text)}</p>`
}

export function stateHtml({ tone, words }: MailState, marginPx: number) {
  const { shape, color } = SHAPES[tone]
  return `<p class="ink" style="margin:0 0 ${marginPx}px;${FONT}font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.ink};"><span class="${color}" style="color:${LIGHT[color]};" aria-hidden="true">${shape}</span>&nbsp; ${escapeInAnyQuotes(words)}</p>`
}

export function blocksHtml(blocks: readonly TextBlock[]): string {
  return blocks.map((block, at) => blockHtml(block, blocks[at + 1]?.kind)).join('\n')
}

function blockHtml({ kind, marker, depth, runs }: TextBlock, next: TextBlock['kind'] | undefined): string {
  const words = runs.map(runHtml).join('')
  switch (kind) {
    case 'paragraph':
      return `<p class="ink" dir="auto" style="${PARAGRAPH}">${words}</p>`
    case 'heading':
      return `<p class="ink" dir="auto" style="${PARAGRAPH}margin-bottom:6px;font-weight:700;">${words}</p>`
    case 'item':
      return `<p class="ink" style="${PARAGRAPH}margin-bottom:${next === 'item' ? 8 : 16}px;padding-left:${22 * (depth + 1)}px;text-indent:-22px;"><span style="display:inline-block;width:22px;text-indent:0;">${escapeInAnyQuotes(marker)}</span><bdi>${words}</bdi></p>`
    case 'lines':
      return `<pre class="ink" dir="auto" style="${PARAGRAPH}font-family:ui-monospace,Consolas,monospace;font-size:14px;white-space:pre-wrap;">${words}</pre>`
  }
}

/** At most as wide as the text. Some programs only support the attribute. */
const MOST_IMAGE_WIDTH = 544

function runHtml({ text, link, image }: TextRun): string {
  if (image !== undefined) {
    const width = Math.min(image.width, MOST_IMAGE_WIDTH)
    return `<img src="${escapeInAnyQuotes(link ?? '')}" alt="${escapeInAnyQuotes(text)}" width="${width}" style="max-width:100%;height:auto;border:0;vertical-align:middle;">`
  }
  const words = escapeInAnyQuotes(text).replaceAll('\n', '<br>')
  if (link === undefined) return words
  return `<a class="brand" href="${escapeInAnyQuotes(link)}" style="color:${LIGHT.brand};text-decoration:underline;">${words}</a>`
}

export function factsHtml(facts: readonly MailFact[]): string {
  if (facts.length === 0) return ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 4px;">
${facts.map(factHtml).join('\n')}
</table>`
}

function factHtml({ label, value, link }: MailFact) {
  return `<tr><td class="rule ink2" valign="top" width="136" style="width:136px;padding:9px 12px 9px 0;border-top:1px solid ${LIGHT.rule};${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink2};">${escapeInAnyQuotes(label)}</td><td class="rule ink" valign="top" style="padding:9px 0;border-top:1px solid ${LIGHT.rule};${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink};word-break:break-word;">${link === undefined ? escapeInAnyQuotes(value) : runHtml({ text: value, link })}</td></tr>`
}

export function button({ text, link }: MailLink) {
  const href = escapeInAnyQuotes(link)
  return `<table role="presentation" class="whole" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 28px;"><tr><td class="button" align="center" bgcolor="${LIGHT.brand}" style="background:${LIGHT.brand};border-radius:4px;">
<a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:4px;background:${LIGHT.brand};${FONT}font-size:16px;line-height:20px;font-weight:600;color:${LIGHT.onBrand};text-decoration:none;">${escapeInAnyQuotes(text)}</a>
</td></tr></table>
<p class="ink2" style="margin:0 0 12px;${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink2};">If the button does not work, open this address:<br><a class="brand" href="${href}" style="color:${LIGHT.brand};text-decoration:underline;word-break:break-all;">${href}</a></p>`
}
