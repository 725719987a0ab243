import { DARK, LIGHT } from './mail-colours.ts'

/** What a mail says; both its forms are made from this. */
export interface MailContent {
  provider: string
  /** Where the name of the provider leads. */
  siteUrl: string
  heading: string
  paragraphs: readonly string[]
  /** The one thing to do. */
  action: { text: string; link: string } | undefined
  /** What stands after it, for example how long the link works. */
  notes: readonly string[]
  /** Why the reader gets this. */
  smallPrint: string
}

/** For programs without HTML, and for those who prefer it. */
export function mailText(content: MailContent): string {
  const { provider, siteUrl, heading, paragraphs, action, notes, smallPrint } = content
  const parts = [
    `${provider} Trust`,
    `${heading}\n${'='.repeat(heading.length)}`,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.text}:\n${action.link}`]),
    ...notes,
    `-- \n${smallPrint}\n${siteUrl}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * Tables and styles on the elements, for mail programs of twenty years ago; classes only for what newer ones may change
 * in the dark. Nothing is loaded, so it is whole at once and tells nobody that it was read.
 */
export function mailHtml(content: MailContent): string {
  const { provider, siteUrl, heading, paragraphs, action, notes, smallPrint } = content
  const preview = [...paragraphs, ...notes].join(' ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(heading)}</title>
<style>${STYLES}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escaped(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.paper}" style="background:${LIGHT.paper};">
<tr><td align="center" style="padding:0 20px;">
<table role="presentation" class="column" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;">
<tr><td class="rule" align="left" style="padding:28px 0 14px;border-bottom:1px solid ${LIGHT.rule};${FONT}font-size:16px;line-height:24px;">
<a class="ink" href="${escaped(siteUrl)}" style="color:${LIGHT.ink};text-decoration:none;"><span style="font-weight:700;">${escaped(provider)}</span> <span class="ink2" style="color:${LIGHT.ink2};">Trust</span></a>
</td></tr>
<tr><td align="left" style="padding:36px 0 0;">
<h1 class="ink" style="margin:0 0 20px;${FONT}font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.01em;color:${LIGHT.ink};">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${action === undefined ? '' : button(action)}
${notes.map(note).join('\n')}
</td></tr>
<tr><td class="rule" align="left" style="padding:0 0 24px;border-bottom:1px solid ${LIGHT.rule};font-size:0;line-height:0;">&nbsp;</td></tr>
<tr><td align="left" style="padding:16px 0 48px;">
<p class="ink3" style="margin:0;${FONT}font-size:13px;line-height:20px;color:${LIGHT.ink3};">${escaped(smallPrint)}<br><a class="ink3" href="${escaped(siteUrl)}" style="color:${LIGHT.ink3};text-decoration:underline;">${escaped(new URL(siteUrl).host)}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Styles are set anew in every cell: some programs inherit nothing into tables. */
const FONT =
  "font-family:'Public Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important}
.rule{border-color:${DARK.rule}!important}
.ink{color:${DARK.ink}!important}
.ink2{color:${DARK.ink2}!important}
.ink3{color:${DARK.ink3}!important}
.brand{color:${DARK.brand}!important}
.button{background:${DARK.brand}!important;color:${DARK.onBrand}!important}
}
@media (max-width:480px){
.button{display:block!important;text-align:center!important}
.whole{width:100%!important}
}
`

function paragraph(text: string) {
  return `<p class="ink" style="margin:0 0 16px;${FONT}font-size:16px;line-height:25px;color:${LIGHT.ink};">${escaped(text)}</p>`
}

function note(text: string) {
  return `<p class="ink2" style="margin:0 0 12px;${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink2};">${escaped(text)}</p>`
}

/** Also in words, for programs that show no links, and for readers who want to see where it leads. */
function button({ text, link }: { text: string; link: string }) {
  const href = escaped(link)
  return `<table role="presentation" class="whole" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 28px;"><tr><td class="button" align="center" bgcolor="${LIGHT.brand}" style="background:${LIGHT.brand};border-radius:4px;">
<a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:4px;background:${LIGHT.brand};${FONT}font-size:16px;line-height:20px;font-weight:600;color:${LIGHT.onBrand};text-decoration:none;">${escaped(text)}</a>
</td></tr></table>
<p class="ink2" style="margin:0 0 12px;${FONT}font-size:14px;line-height:21px;color:${LIGHT.ink2};">If the button does not work, open this address:<br><a class="brand" href="${href}" style="color:${LIGHT.brand};text-decoration:underline;word-break:break-all;">${href}</a></p>`
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
