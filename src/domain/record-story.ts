import { plainText } from './plain-text.ts'

/** How a record is told: the summary leads, and what the body repeats of it is left out. */
export interface RecordStory {
  lead: string
  /** HTML. */
  body: string
}

/** Many bodies begin with their summary, and nobody wants to read it twice. */
export function recordStory({ summary, body }: { summary: string; body: string }): RecordStory {
  const first = FIRST_PARAGRAPH.exec(body)?.[0] ?? ''
  const words = plainText(summary)
  if (words !== '' && plainText(first) === words) return { lead: summary, body: body.slice(first.length) }
  // A paragraph that goes on after the words of the summary cannot be cut.
  return plainText(body).startsWith(words) ? { lead: '', body } : { lead: summary, body }
}

/** Paragraphs hold no paragraphs, so the first end is its own. */
const FIRST_PARAGRAPH = /^\s*<p>[\s\S]*?<\/p>\s*/
