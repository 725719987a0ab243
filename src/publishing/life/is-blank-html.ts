import { plainText } from '../../domain/plain-text.ts'

/** Whether a reader would find nothing in it: no word and no picture. */
export function isBlankHtml(html: string): boolean {
  return plainText(html).trim() === '' && !html.includes('<img ')
}
