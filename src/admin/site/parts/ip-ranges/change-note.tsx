import { useState } from 'react'
import type { IpRange } from '../../../../contract/admin/site/ip-ranges.ts'
import { LONGEST_NOTE } from '../../../../domain/ip-ranges/range-note.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { InputField } from '../../../parts/input-field.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'

export function ChangeNote({
  range,
  onSaved,
  onClose,
}: {
  range: IpRange
  onSaved: () => void
  onClose: () => void
}) {
  const [note, setNote] = useState(range.note)
  return (
    <ConfirmDialog
      question={`Note on ${range.prefix}`}
      yes="Save"
      busyYes="Saving…"
      isHarmless
      onYes={async () => {
        const saved = await save(range.note, note)
        onSaved()
        if (saved.kind === 'refused') return saved
        const now = saved.answer.data.note
        if (now === range.note) return undefined
        showUndo(`The note on ${range.prefix} was saved.`, async () => {
          const undone = await save(now, range.note)
          onSaved()
          return undone.kind === 'refused' ? undone : undefined
        })
        return undefined
      }}
      onClose={onClose}
    >
      <InputField
        label="Note"
        hint="Everybody can read it."
        value={note}
        maxLength={LONGEST_NOTE}
        onChange={setNote}
      />
    </ConfirmDialog>
  )

  function save(was: string, next: string) {
    return callAccount('POST /api/admin/site/ip-ranges/:range/note', { range: range.id, was, note: next })
  }
}
