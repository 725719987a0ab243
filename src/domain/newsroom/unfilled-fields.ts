import { placeholdersIn, unfilledWords } from './placeholders.ts'
import { CONTENT_FIELDS, type RecordContent, valueOfField } from './record-content.ts'
import type { ContentErrors } from './tidy-content.ts'

/** Placeholders that readers have seen before don't count: a correction must not wait for them. */
export function unfilledFields(content: RecordContent, seen?: RecordContent): ContentErrors {
  const open = CONTENT_FIELDS.flatMap((field) => {
    if (field.startsWith('internal.')) return []
    const known = seen === undefined ? [] : placeholdersIn(valueOfField(seen, field))
    const place = placeholdersIn(valueOfField(content, field)).find((name) => !known.includes(name))
    return place === undefined ? [] : [[field, unfilledWords(place)] as const]
  })
  return Object.fromEntries(open)
}
