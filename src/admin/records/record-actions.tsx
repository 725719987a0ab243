import { Link, useNavigate } from 'react-router'
import type { RecordRow } from '../../contract/admin/records.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import type { ChoiceNames } from '../parts/use-choices.ts'
import type { RecordStep } from './record-step.ts'

/** What can be done with a record right from the list. Who may only read finds nothing here. */
export function RecordActions({
  record,
  names,
  onStep,
}: {
  record: RecordRow
  names: ChoiceNames | undefined
  onStep: (step: RecordStep) => void
}) {
  const navigate = useNavigate()
  if (!record.can_edit) return null
  const isOpen = record.state === 'published' && names?.isClosed(record.status_id) === false
  const hasSteps = isOpen && record.kind !== 'notification'

  async function copy() {
    const called = await callAccount('POST /api/admin/records/:id/copy', { id: record.id })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    await navigate(`/admin/records/${called.answer.data.id}`)
    showToast('Copied. This is the new draft.')
  }

  return (
    <>
      {hasSteps && (
        <button type="button" className="button" onClick={() => onStep({ kind: 'update', record })}>
          Update<span className="hidden"> {record.title}</span>
        </button>
      )}
      <ActionMenu words="More" label={`More for ${record.title || 'the record without a title'}`}>
        <Link to={`/admin/records/${record.id}`}>
          {record.state === 'published' ? 'Edit' : 'Go on writing'}
        </Link>
        {hasSteps && (
          <button type="button" onClick={() => onStep({ kind: 'resolve', record })}>
            {RESOLVE_WORDS[record.kind]}
          </button>
        )}
        <button type="button" onClick={() => void copy()}>
          Copy into a new draft
        </button>
      </ActionMenu>
    </>
  )
}

const RESOLVE_WORDS: Record<RecordRow['kind'], string> = {
  incident: 'Resolve',
  maintenance: 'Complete',
  advisory: 'Mark as remediated',
  notification: 'Close',
}
