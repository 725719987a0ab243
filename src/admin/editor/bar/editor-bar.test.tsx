import { expect, test } from 'vitest'
import { markupInRouter } from '../../../../tests/support/in-router.tsx'
import type { PersonPresent } from '../../../contract/admin/presence.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { EditingContext, type RecordEditing } from '../editor-context.ts'
import { EditorBar } from './editor-bar.tsx'

const BEN: PersonPresent = { name: 'Ben Holt', is_you: false, is_posting: false, is_post_mortem: false }

// record-watch.test.ts covers how the page learns of colleagues, people-words.test.ts the words.
test('Z-07 the editor shows and announces which colleagues have the record open, and who is about to post', () => {
  expect(peopleIn(barWith([BEN]))).toBe('Ben Holt has this open')
  expect(peopleIn(barWith([{ ...BEN, is_posting: true }]))).toBe('Ben Holt is about to post')
  expect(peopleIn(barWith([]))).toBe('')
})

function peopleIn(html: string) {
  const { words } =
    /<span[^>]* aria-live="polite">(?<words>(?:<span>[^<]*<\/span>)*)<\/span>/.exec(html)?.groups ?? {}
  return words?.replace(/<[^>]*>/g, '')
}

function barWith(people: readonly PersonPresent[]) {
  const content = emptyContent({ kind: 'incident' })
  const editing = {
    draft: { content, saving: { kind: 'unchanged' }, errors: {}, isHeld: true },
    content,
    isReadOnly: false,
    colleagues: { people, gone: undefined, team: undefined },
  } as unknown as RecordEditing
  return markupInRouter(
    <EditingContext value={editing}>
      <EditorBar actions={null}>{null}</EditorBar>
    </EditingContext>,
  )
}
