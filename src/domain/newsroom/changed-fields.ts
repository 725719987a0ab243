import {
  CONTENT_FIELDS,
  type ContentField,
  type ContentValue,
  type RecordContent,
  valueOfField,
} from './record-content.ts'

export function changedFields(before: RecordContent, after: RecordContent): ContentField[] {
  return CONTENT_FIELDS.filter(
    (field) => !isSameValue(valueOfField(before, field), valueOfField(after, field)),
  )
}

export function isSameValue(a: ContentValue, b: ContentValue): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: ContentValue) {
  const isOfNumbers = Array.isArray(value) && value.every((each) => typeof each === 'number')
  return isOfNumbers ? (value as number[]).toSorted((a, b) => a - b) : value
}

/** Longer text is cut in the audit log, because a body may contain images. The publication keeps the full text. */
const AUDIT_CHARACTERS = 4_000
/** Enough to recognize a saved draft: the audit log is never trimmed, and drafts are saved all day. */
export const AUDIT_CHARACTERS_OF_DRAFTS = 300

export function contentChanges(before: RecordContent, after: RecordContent, most = AUDIT_CHARACTERS) {
  const fields = changedFields(before, after)
  const valuesIn = (content: RecordContent) =>
    Object.fromEntries(fields.map((field) => [field, forAudit(valueOfField(content, field), most)]))
  return { before: valuesIn(before), after: valuesIn(after) }
}

function forAudit(value: ContentValue, most: number): ContentValue {
  if (typeof value !== 'string' || value.length <= most) return value
  return `${value.slice(0, most).replace(/\p{Cs}$/u, '')}… (${value.length} characters)`
}
