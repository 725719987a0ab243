import { escapeAttribute } from '../../domain/escape-html.ts'

/** Plain text as HTML: blank lines part paragraphs, line breaks stay, and nothing in it is markup. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeAttribute(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}
