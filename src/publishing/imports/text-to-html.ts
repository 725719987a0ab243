import { escapeText } from '../../domain/escape-html.ts'

/** Turns plain text into paragraphs with line breaks. Returns HTML unchanged. */
export function textToHtml(text: string): string {
  const written = text.replaceAll('\r\n', '\n').trim()
  if (written === '' || LOOKS_LIKE_HTML.test(written)) return written
  return written
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

const LOOKS_LIKE_HTML = /<(p|br|a|b|i|em|strong|ul|ol|li|h[1-6]|code|pre|div|span)\b[^>]*>/i
