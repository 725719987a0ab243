import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { checkContent } from '../../../domain/newsroom/check-content.ts'
import { placeholdersIn, unfilledWords } from '../../../domain/newsroom/placeholders.ts'
import { CONTENT_FIELDS, type ContentField, valueOfField } from '../../../domain/newsroom/record-content.ts'

/** Errors that block publishing, by field: the server's own checks, and those only this page can make. */
export function problemsOf(
  content: RecordContent,
  { choices, unreadable }: { choices: Choices; unreadable: readonly ContentField[] },
): Record<string, string> {
  const open = CONTENT_FIELDS.flatMap((field) => {
    const [place] = field.startsWith('internal.') ? [] : placeholdersIn(valueOfField(content, field))
    return place === undefined ? [] : [[field, unfilledWords(place)] as const]
  })
  return {
    ...Object.fromEntries(open),
    ...checkContent(content, choices),
    ...Object.fromEntries(unreadable.map((field) => [field, 'This value isn’t valid.'])),
  }
}
