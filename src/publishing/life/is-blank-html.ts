import { plainText } from '../../domain/plain-text.ts'

/** Whether it has neither text nor an image. */
export function isBlankHtml(html: string): boolean {
  return plainText(html).trim() === '' && !html.includes('<img ')
}
