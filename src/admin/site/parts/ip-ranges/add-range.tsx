import { useState } from 'react'
import type { DataCenterRow } from '../../../../contract/admin/site/data-centers.ts'
import { LONGEST_NOTE } from '../../../../domain/ip-ranges/range-note.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import { InputField } from '../../../parts/text-fields.tsx'
import { CenterSelect } from './center-select.tsx'

export function AddRange({
  centers,
  center,
  onAdded,
  onClose,
}: {
  centers: readonly DataCenterRow[]
  center: number | undefined
  onAdded: () => void
  onClose: () => void
}) {
  const [tid, setTid] = useState(center)
  const [prefix, setPrefix] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)

  async function add() {
    if (isBusy) return
    if (tid === undefined) {
      return setProblem({ message: '', errors: { data_center_tid: 'Choose a data center.' } })
    }
    setBusy(true)
    const added = await callAccount('POST /api/admin/site/ip-ranges', {
      data_center_tid: tid,
      prefix: prefix.trim(),
      note,
    })
    setBusy(false)
    if (added.kind === 'refused') return setProblem(added)
    const { id: range, prefix: kept } = added.answer.data
    showUndo(`${kept} was added.`, async () => {
      const removed = await callAccount('POST /api/admin/site/ip-ranges/:range/remove', { range })
      onAdded()
      return removed.kind === 'refused' ? removed : undefined
    })
    onAdded()
    onClose()
  }

  const { data_center_tid, prefix: wrongPrefix, note: wrongNote } = problem?.errors ?? {}
  const isOfField = [data_center_tid, wrongPrefix, wrongNote].some((error) => error !== undefined)
  return (
    <FormDialog
      title="Add an IP range"
      problem={isOfField ? undefined : problem}
      isBusy={isBusy}
      send="Add"
      busySend="Adding…"
      onSend={add}
      onClose={onClose}
    >
      <CenterSelect
        label="Data center"
        none="Choose one"
        centers={centers}
        value={tid}
        error={data_center_tid}
        onPick={setTid}
      />
      <InputField
        label="Prefix"
        hint="Such as 192.0.2.0/24 or 2001:db8::/48. An address alone is a range of one."
        error={wrongPrefix}
        value={prefix}
        spellCheck={false}
        maxLength={100}
        onChange={setPrefix}
      />
      <InputField
        label="Note"
        hint="Public. Optional."
        error={wrongNote}
        value={note}
        maxLength={LONGEST_NOTE}
        onChange={setNote}
      />
    </FormDialog>
  )
}
