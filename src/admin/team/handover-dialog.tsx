import { useRef, useState } from 'react'
import type { Team, TeamNote } from '../../contract/admin/team.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { newKey } from '../editor/keep/draft-calls.ts'
import { keysWords } from '../editor/keys-words.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { TextAreaField } from '../parts/text-fields.tsx'
import { useStoredWords } from '../records/life/use-stored-words.ts'

export function HandoverDialog({
  recordId,
  team,
  replaces,
  onDone,
  onClose,
}: {
  recordId: number
  team: Team
  replaces: TeamNote | undefined
  onDone: (team: Team) => void
  onClose: () => void
}) {
  const state = useStoredWords(`handover-state-${recordId}`)
  const next = useStoredWords(`handover-next-${recordId}`)
  const [to, setTo] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal>()
  // The same words keep their key, so that a retry after a lost answer doesn't hand over twice.
  const key = useRef({ words: '', key: '' })

  async function send() {
    if (isBusy) return
    setBusy(true)
    const handover = {
      state: state.words,
      next: next.words,
      to: to === '' ? null : Number(to),
      replaces: replaces?.id ?? null,
    }
    const words = JSON.stringify(handover)
    if (key.current.words !== words) key.current = { words, key: newKey() }
    const called = await callAccount('POST /api/admin/records/:id/handover', {
      id: recordId,
      ...handover,
      idempotency_key: key.current.key,
    })
    setBusy(false)
    if (called.kind === 'refused') return setProblem(called)
    state.drop()
    next.drop()
    onDone(called.answer.data)
  }
  return (
    <FormDialog
      title="Hand over"
      lead="Shown at the top of the record and on the dashboard until someone takes over."
      problem={problem}
      isBusy={isBusy}
      sentBy="Ctrl+Enter"
      send="Hand over"
      busySend="Handing over…"
      note={`${keysWords('Ctrl+Enter')} sends.`}
      onSend={send}
      onClose={onClose}
    >
      {replaces !== undefined && (
        <p>This replaces the handover note of {replaces.by.name}, which no one has taken yet.</p>
      )}
      <TextAreaField
        label="How things are"
        error={problem?.errors.state}
        value={state.words}
        rows={3}
        autoFocus
        onChange={state.write}
      />
      <TextAreaField
        label="What’s next"
        error={problem?.errors.next}
        value={next.words}
        rows={3}
        onChange={next.write}
      />
      <ChoiceField
        label="To"
        hint="If you name a colleague, they get an email and the reminders of promised updates."
        error={problem?.errors.to}
        value={to}
        onPick={setTo}
      >
        <option value="">Anyone</option>
        {team.heirs.map((person) => (
          <option key={person.uid} value={person.uid}>
            {person.name}
          </option>
        ))}
      </ChoiceField>
    </FormDialog>
  )
}
