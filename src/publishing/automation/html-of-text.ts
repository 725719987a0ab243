import { escapeAttribute } from '../../domain/escape-html.ts'

/** Plain text as HTML: blank lines separate paragraphs, line breaks stay, and markup is escaped. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeAttribute(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}
