import {
  CONTENT_FIELDS,
  type ContentField,
  type ContentValue,
  type RecordContent,
  valueOfField,
} from './record-content.ts'

/** Which fields differ, in the order of the editor. */
export function changedFields(before: RecordContent, after: RecordContent): ContentField[] {
  return CONTENT_FIELDS.filter(
    (field) => !isSameValue(valueOfField(before, field), valueOfField(after, field)),
  )
}

/** Of lists of numbers the order says nothing. */
export function isSameValue(a: ContentValue, b: ContentValue): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: ContentValue) {
  const isOfNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number')
  return isOfNumbers ? (value as number[]).toSorted((a, b) => a - b) : value
}

/** Longer words are cut in the audit: a body may hold pictures. What readers got of it the publication keeps. */
const AUDIT_CHARACTERS = 4_000
/** Of what is only saved, to see what it was about: the audit is never cut back, and drafts are saved all day. */
export const AUDIT_CHARACTERS_OF_DRAFTS = 300

/** The fields that changed, with what they were and what they became, for the audit. */
export function contentChanges(before: RecordContent, after: RecordContent, most = AUDIT_CHARACTERS) {
  const fields = changedFields(before, after)
  const told = (content: RecordContent) =>
    Object.fromEntries(fields.map((field) => [field, forAudit(valueOfField(content, field), most)]))
  return { before: told(before), after: told(after) }
}

function forAudit(value: ContentValue, most: number): ContentValue {
  if (typeof value !== 'string' || value.length <= most) return value
  return `${value.slice(0, most).replace(/\p{Cs}$/u, '')}… (${value.length} characters)`
}
