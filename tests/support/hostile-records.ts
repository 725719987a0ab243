import type { Edition } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { nextShelf } from '../../src/edition/record-shelf.ts'

/**
 * Control characters, quotes, brackets, line ends, format syntax, right-to-left text, emoji and an unpaired surrogate.
 */
export const HOSTILE_TITLE =
  'Web & "Mail"; \'a\', b\\n <b>]]></b> \u0007\u0000\u001b \u2028 END:VEVENT 𝄞 שלום مرحبا 👩‍🚒 é'
/** The same without characters that text formats can't contain. */
export const READABLE_TITLE = 'Web & "Mail"; \'a\', b\\n <b>]]></b>  \u2028 END:VEVENT 𝄞 שלום مرحبا 👩‍🚒 é'

export function withChanged(
  edition: Edition,
  changes: readonly { record: EditionRecord; change: Partial<EditionRecord> }[],
): Edition {
  const changed = changes.map(({ record, change }) => ({ ...record, ...change }))
  return { ...edition, records: nextShelf(edition.records, { changed, withdrawn: [] }) }
}
