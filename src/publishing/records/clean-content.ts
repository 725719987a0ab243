import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { type ContentErrors, tidyContent } from '../../domain/newsroom/tidy-content.ts'
import { sanitizeHtml } from '../sanitize-html.ts'

/** Cleans typed content. Unsafe HTML is removed when saving, so that publishing brings no surprises. */
export function cleanContent(
  typed: RecordContent,
): { content: RecordContent; errors: undefined } | { content: undefined; errors: ContentErrors } {
  const { content, errors } = tidyContent(typed)
  if (Object.keys(errors).length > 0) return { content: undefined, errors }
  return { content: { ...content, body: sanitizeHtml(content.body) }, errors: undefined }
}
