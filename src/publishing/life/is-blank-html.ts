import { plainText } from '../../domain/plain-text.ts'

export function isBlankHtml(html: string): boolean {
  return plainText(html).trim() === '' && !html.includes('<img ')
}
