import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { checkContent } from '../../../domain/newsroom/check-content.ts'
import type { ContentField } from '../../../domain/newsroom/record-content.ts'
import { unfilledFields } from '../../../domain/newsroom/unfilled-fields.ts'

export function problemsOf(
  content: RecordContent,
  { choices, unreadable }: { choices: Choices; unreadable: readonly ContentField[] },
): Record<string, string> {
  return {
    ...unfilledFields(content),
    ...checkContent(content, choices),
    ...Object.fromEntries(unreadable.map((field) => [field, 'This value isn’t valid.'])),
  }
}
