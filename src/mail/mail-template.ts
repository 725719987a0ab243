import { type BrandLook, type ShownLogo, shownLogo } from '../domain/brand/brand.ts'
import { escapeInAnyQuotes } from '../domain/escape-html.ts'
import { blocksText } from '../domain/notifying/text-blocks.ts'
import { LIGHT } from './mail-colors.ts'
import type { MailContent, MailFact, MailLink, MailSection } from './mail-content.ts'
import {
  blocksHtml,
  button,
  FONT,
  factsHtml,
  kickerHtml,
  linkNote,
  note,
  paragraph,
  STYLES,
  stateHtml,
  withAccent,
} from './mail-html.ts'

export function mailText(content: MailContent): string {
  const { provider, siteUrl, kicker, heading, state, paragraphs, sections = [], facts = [] } = content
  const { action, beside, notes, smallPrint, links = [] } = content
  const parts = [
    `${provider} Trust`,
    `${kicker === undefined ? '' : `${kicker}\n`}${heading}\n${'='.repeat(Math.min(heading.length, TEXT_WIDTH))}`,
    ...(state === undefined ? [] : [state.words]),
    ...paragraphs,
    ...sections.map(sectionText),
    ...(facts.length === 0 ? [] : [factsText(facts)]),
    ...(action === undefined ? [] : [`${action.text}:\n${action.link}`]),
    ...(beside === undefined ? [] : [`${beside.text}:\n${beside.link}`]),
    ...notes,
    [
      '-- ',
      smallPrint,
      ...links.map(({ text, link }) => `${text}: ${link}`),
      siteUrl,
      ...legalText(content),
    ].join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function legalText({ brand, siteUrl }: MailContent): string[] {
  if (brand === undefined) return []
  const links = legalLinks({ brand, siteUrl }).map(({ text, link }) => `${text}: ${link}`)
  return [...links, ...(brand.footer_text === '' ? [] : [brand.footer_text])]
}

function legalLinks({ brand, siteUrl }: { brand: BrandLook | undefined; siteUrl: string }): MailLink[] {
  return (brand?.legal_links ?? []).map(({ label, url }) => ({
    text: label,
    link: new URL(url, siteUrl).href,
  }))
}

const TEXT_WIDTH = 72

function sectionText({ kicker, heading, state, blocks, facts = [] }: MailSection): string {
  const head = [kicker, heading?.text, state?.words, heading?.link].filter(Boolean).join('\n')
  return [head, blocksText(blocks), factsText(facts)].filter((part) => part !== '').join('\n\n')
}

function factsText(facts: readonly MailFact[]) {
  return facts
    .map(({ label, value, link }) => `${label}: ${value}${link === undefined ? '' : `\n${link}`}`)
    .join('\n')
}

/**
 * For mail programs from twenty years ago. Classes are only for dark mode in newer ones. Loads nothing except
 * a logo and images in texts, and the mail says the same without them.
 */
export function mailHtml(content: MailContent): string {
  return withAccent(plainMailHtml(content), content.brand)
}

function plainMailHtml(content: MailContent): string {
  const { provider, siteUrl, kicker, heading, state, paragraphs, sections = [], facts = [] } = content
  const { action, beside, notes, smallPrint, links = [] } = content
  const footLinks = [
    ...links,
    { text: new URL(siteUrl).host, link: siteUrl },
    ...legalLinks({ brand: content.brand, siteUrl }),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeInAnyQuotes(heading)}</title>
<style>${STYLES}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeInAnyQuotes(previewOf(content))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.paper}" style="background:${LIGHT.paper};">
<tr><td align="center" style="padding:0 20px;">
<table role="presentation" class="column" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;">
<tr><td class="rule" align="left" style="padding:28px 0 14px;border-bottom:1px solid ${LIGHT.rule};${FONT}font-size:16px;line-height:24px;">
<a class="ink" href="${escapeInAnyQuotes(siteUrl)}" style="color:${LIGHT.ink};text-decoration:none;">${logoHtml(content) ?? `<span style="font-weight:700;">${escapeInAnyQuotes(provider)}</span>`} <span class="ink2" style="color:${LIGHT.ink2};">Trust</span></a>
</td></tr>
<tr><td align="left" style="padding:36px 0 0;">
${kicker === undefined ? '' : kickerHtml(kicker)}
<h1 class="ink" dir="auto" style="margin:0 0 ${state === undefined ? 20 : 10}px;${FONT}font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.01em;color:${LIGHT.ink};word-break:break-word;">${escapeInAnyQuotes(heading)}</h1>
${state === undefined ? '' : stateHtml(state, 24)}
${paragraphs.map(paragraph).join('\n')}
${sections.map(sectionHtml).join('\n')}
${facts.length === 0 ? '' : factsHtml(facts)}
${action === undefined ? '' : button(action)}${beside === undefined ? '' : `\n${linkNote(beside)}`}
${notes.map(note).join('\n')}
</td></tr>
<tr><td class="rule" align="left" style="padding:0 0 24px;border-bottom:1px solid ${LIGHT.rule};font-size:0;line-height:0;">&nbsp;</td></tr>
<tr><td align="left" style="padding:16px 0 48px;">
<p class="ink3" style="margin:0;${FONT}font-size:13px;line-height:20px;color:${LIGHT.ink3};">${escapeInAnyQuotes(smallPrint)}</p>
<p class="ink3" style="margin:8px 0 0;${FONT}font-size:13px;line-height:24px;color:${LIGHT.ink3};">${footLinks
    .map(
      ({ text, link }) =>
        `<a class="ink3" href="${escapeInAnyQuotes(link)}" style="color:${LIGHT.ink3};text-decoration:underline;white-space:nowrap;">${escapeInAnyQuotes(text)}</a>`,
    )
    .join(' &nbsp;·&nbsp; ')}</p>${footerText(content)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function logoHtml({ provider, siteUrl, brand }: MailContent): string | undefined {
  const light = brand && shownLogo(brand.logo_light)
  if (brand === undefined || light === undefined) return undefined
  const dark = shownLogo(brand.logo_dark)
  const name = escapeInAnyQuotes(provider)
  const image = ({ src, width, height }: ShownLogo, classes: string, style: string) =>
    `<img class="${classes}" src="${escapeInAnyQuotes(siteUrl + src)}" alt="${brand.shows_name ? '' : name}" width="${width}" height="${height}" style="border:0;vertical-align:middle;font-weight:700;${style}">`
  const pictures =
    dark === undefined
      ? image(light, 'plate', '')
      : image(light, 'lightlogo', '') + image(dark, 'darklogo', 'display:none;')
  return brand.shows_name ? `${pictures} <span style="font-weight:700;">${name}</span>` : pictures
}

function footerText({ brand }: MailContent): string {
  if (brand === undefined || brand.footer_text === '') return ''
  const words = escapeInAnyQuotes(brand.footer_text).replaceAll('\n', '<br>')
  return `\n<p class="ink3" dir="auto" style="margin:8px 0 0;${FONT}font-size:13px;line-height:20px;color:${LIGHT.ink3};">${words}</p>`
}

function previewOf({ state, paragraphs, sections = [], notes }: MailContent): string {
  const said = [state?.words, ...paragraphs, ...sections.map(({ blocks }) => blocksText(blocks)), ...notes]
  return said.filter(Boolean).join(' ').slice(0, PREVIEW_CHARACTERS)
}

const PREVIEW_CHARACTERS = 200

function sectionHtml({ kicker = '', heading, state, blocks, facts = [] }: MailSection): string {
  const above = kicker === '' ? '' : `<div style="height:20px;"></div>${kickerHtml(kicker)}`
  const head = heading === undefined ? '' : sectionHeading(heading, kicker === '' ? 28 : 0)
  return [above, head, state === undefined ? '' : stateHtml(state, 12), blocksHtml(blocks), factsHtml(facts)]
    .filter((part) => part !== '')
    .join('\n')
}

function sectionHeading({ text, link }: { text: string; link?: string }, abovePx: number) {
  const words =
    link === undefined
      ? escapeInAnyQuotes(text)
      : `<a class="ink" href="${escapeInAnyQuotes(link)}" style="color:${LIGHT.ink};text-decoration:underline;">${escapeInAnyQuotes(text)}</a>`
  return `<h2 class="ink" dir="auto" style="margin:${abovePx}px 0 6px;${FONT}font-size:18px;line-height:26px;font-weight:700;color:${LIGHT.ink};word-break:break-word;">${words}</h2>`
}
