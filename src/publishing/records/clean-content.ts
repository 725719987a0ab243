import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { type ContentErrors, tidyContent } from '../../domain/newsroom/tidy-content.ts'
import { sanitiseHtml } from '../sanitise-html.ts'

/** What was typed as it is kept: what may not stand on the site is taken out at once, so that nobody is surprised later. */
export function cleanContent(
  typed: RecordContent,
): { content: RecordContent; errors: undefined } | { content: undefined; errors: ContentErrors } {
  const { content, errors } = tidyContent(typed)
  if (Object.keys(errors).length > 0) return { content: undefined, errors }
  return { content: { ...content, body: sanitiseHtml(content.body) }, errors: undefined }
}
