import { escapeText } from '../../domain/escape-html.ts'

/** Turns plain text into paragraphs with line breaks. Returns HTML unchanged. */
export function textToHtml(text: string): string {
  const written = text.replaceAll('\r\n', '\n').trim()
  if (written === '' || looksLikeHtml(written)) return written
  return written
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

export function looksLikeHtml(text: string) {
  return LOOKS_LIKE_HTML.test(text)
}

const LOOKS_LIKE_HTML = /<(p|br|a|b|i|em|strong|ul|ol|li|h[1-6]|code|pre|div|span)\b[^>]*>/i
