import { useNavigate } from 'react-router'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { showUndo } from '../../parts/show-undo.tsx'
import { type ApprovalAsked, doneWords } from '../../parts/use-approval.tsx'
import { useStaff } from '../../shell/staff.ts'
import { useEditing } from '../editor-context.ts'
import { hasMergedSince } from '../keep/draft-state.ts'
import { dropLocalCopy } from '../keep/local-copy.ts'

export function useRecordActs() {
  const { keeper, draft, content } = useEditing()
  const navigate = useNavigate()
  const { uid } = useStaff()

  async function withSaved(act: (id: number, version: number) => Promise<Refusal | undefined>) {
    const { takenIn: seen } = keeper.state()
    const isSaved = draft.record?.can_edit === false || (await keeper.flush())
    const { record, version, takenIn } = keeper.state()
    if (hasMergedSince(seen, takenIn))
      return { message: 'Someone changed it in the meantime. Review it, then try again.', errors: {} }
    if (!isSaved || record === undefined || version === undefined) {
      return { message: 'It couldn’t be saved first. Please try again.', errors: {} }
    }
    return act(record.id, version)
  }
  function adopt(record: AdminRecord, said: string) {
    keeper.adopt(record)
    showToast(said)
    return undefined
  }

  return {
    copy: () =>
      withSaved(async (id) => {
        const called = await callAccount('POST /api/admin/records/:id/copy', { id })
        if (called.kind === 'refused') return called
        navigate(`/admin/records/${called.answer.data.id}`)
        showToast('This is a draft copy. Its times are empty.')
        return undefined
      }),
    unschedule: () =>
      withSaved(async (id, version) => {
        const called = await callAccount('POST /api/admin/records/:id/unschedule', { id, version })
        return called.kind === 'refused'
          ? called
          : adopt(called.answer.data, 'Scheduled publication canceled.')
      }),
    unpublish: async (
      given: { reason: string; public_reason: string } & ApprovalAsked['input'],
    ): Promise<Refusal | undefined> => {
      const id = keeper.state().record?.id
      if (id === undefined) return undefined
      const called = await callAccount('POST /api/admin/records/:id/unpublish', { id, ...given })
      return called.kind === 'refused'
        ? called
        : adopt(called.answer.data, doneWords(called.answer.data, 'Withdrawn from the site.'))
    },
    archive: (approval: ApprovalAsked['input']) =>
      withSaved(async (id, version) => {
        const called = await callAccount('POST /api/admin/records/:id/archive', { id, version, ...approval })
        return called.kind === 'refused'
          ? called
          : adopt(called.answer.data, doneWords(called.answer.data, 'Archived.'))
      }),
    discard: () =>
      withSaved(async (id, version) => {
        const typed = content
        const isWhole = draft.record?.state === 'draft' || draft.record?.state === 'scheduled'
        const called = await callAccount('POST /api/admin/records/:id/discard', { id, version })
        if (called.kind === 'refused') return called
        dropLocalCopy({ uid, id, kind: typed.kind })
        if (isWhole) {
          keeper.abandon()
          navigate('/admin/records')
          showUndo('Draft discarded.', async () => {
            const restored = await callAccount('POST /api/admin/records/:id/restore', { id })
            if (restored.kind === 'refused') return restored
            navigate(`/admin/records/${id}`)
            return undefined
          })
          return undefined
        }
        const read = await callAccount('GET /api/admin/records/:id', { id })
        if (read.kind === 'refused') return read
        keeper.reset(read.answer.data)
        showUndo('Changes discarded.', async () => {
          keeper.change(typed)
          return (await keeper.flush()) ? undefined : { message: 'They couldn’t be saved right now.' }
        })
        return undefined
      }),
  }
}
