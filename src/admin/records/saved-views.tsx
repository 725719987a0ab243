import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { RecordView } from '../../contract/admin/record-lists.ts'
import { can } from '../../domain/access.ts'
import { VIEW_NAME_CHARACTERS, viewQuery } from '../../domain/newsroom/record-list.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { CheckboxField } from '../parts/check-fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { InputField } from '../parts/text-fields.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { useStaff } from '../shell/staff.ts'
import type { RecordQuery } from './record-filters.ts'
import styles from './saved-views.module.css'

/** In the address instead of the number of a view. Shows everything, whatever the default view is. */
const ALL = 'all'

export function useViews(query: RecordQuery) {
  const { called, reload } = useStaffAnswer('GET /api/admin/views', { input: {}, because: '' })
  const views = called?.kind === 'done' ? called.answer.data : undefined
  const { search } = useLocation()
  const navigate = useNavigate()
  const standard = views?.find(({ is_default }) => is_default)
  // Only the plain address, as in the menu, opens the default view. A link with parameters is left as it
  // is.
  const isPlain = search === ''
  useEffect(() => {
    if (isPlain && standard !== undefined) void navigate(viewAddress(standard), { replace: true })
  }, [isPlain, standard, navigate])
  return { views, current: views?.find(({ id }) => String(id) === query.view), reload }
}

function viewAddress({ id, query }: RecordView) {
  return `/admin/records?${query}${query === '' ? '' : '&'}view=${id}`
}

type OpenDialog = { kind: 'save' } | { kind: 'edit'; view: RecordView }

export function SavedViews({ views, current, reload }: ReturnType<typeof useViews>) {
  const [open, setOpen] = useState<OpenDialog>()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = viewQuery(search)
  const isChanged = current !== undefined && viewQuery(current.query) !== filters
  if (views === undefined) return null

  async function update(view: RecordView) {
    const called = await callAccount('POST /api/admin/views/:id', { id: view.id, query: filters })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    showToast(`“${view.name}” shows this now.`)
    reload()
  }
  const own = views.filter(({ is_shared }) => !is_shared)
  const shared = views.filter(({ is_shared }) => is_shared)
  return (
    <>
      <ActionMenu
        words={current === undefined ? 'Views' : `${current.name}${isChanged ? ' (changed)' : ''}`}
        label={current === undefined ? 'Views' : `View: ${current.name}${isChanged ? ', changed' : ''}`}
      >
        <Link to={`/admin/records?view=${ALL}`}>All records</Link>
        {own.map((view) => (
          <ViewLink key={view.id} view={view} />
        ))}
        {shared.length > 0 && <p className={styles.heading}>Shared with the team</p>}
        {shared.map((view) => (
          <ViewLink key={view.id} view={view} />
        ))}
        <hr className={styles.line} />
        {isChanged && current.can_change && (
          <button type="button" onClick={() => void update(current)}>
            Update “{current.name}”
          </button>
        )}
        <button type="button" onClick={() => setOpen({ kind: 'save' })}>
          Save as a new view…
        </button>
        {current !== undefined && (
          <button type="button" onClick={() => setOpen({ kind: 'edit', view: current })}>
            Settings of this view…
          </button>
        )}
      </ActionMenu>
      {open !== undefined && (
        <ViewDialog
          view={open.kind === 'edit' ? open.view : undefined}
          filters={filters}
          onClose={() => setOpen(undefined)}
          onSaved={(view) => {
            setOpen(undefined)
            reload()
            if (view !== undefined) void navigate(viewAddress(view))
          }}
          onDeleted={() => {
            setOpen(undefined)
            reload()
            void navigate(`/admin/records?view=${ALL}`)
          }}
        />
      )}
    </>
  )
}

function ViewLink({ view }: { view: RecordView }) {
  return (
    <Link to={viewAddress(view)} dir="auto">
      {view.name}
      {view.is_default && ' (opens first)'}
    </Link>
  )
}

function ViewDialog({
  view,
  filters,
  onClose,
  onSaved,
  onDeleted,
}: {
  view: RecordView | undefined
  filters: string
  onClose: () => void
  onSaved: (made?: RecordView) => void
  onDeleted: () => void
}) {
  const { roles } = useStaff()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const [isDefault, setDefault] = useState(view?.is_default ?? false)
  const [problem, setProblem] = useState<Refusal>()
  const mayChange = view?.can_change ?? true
  // Only its owner can stop sharing a view.
  const mayShare =
    mayChange && can(roles, 'edit-records') && (view === undefined || !view.is_shared || view.is_own)

  async function save() {
    setProblem(undefined)
    if (view === undefined) {
      const made = await callAccount('POST /api/admin/views', {
        name,
        query: filters,
        is_shared: isShared,
        is_default: isDefault,
      })
      if (made.kind === 'refused') return setProblem(made)
      const { id, views } = made.answer.data
      return onSaved(views.find((one) => one.id === id))
    }
    const changes = {
      ...(name.trim() !== view.name && { name }),
      ...(isShared !== view.is_shared && { is_shared: isShared }),
    }
    if (Object.keys(changes).length > 0) {
      const changed = await callAccount('POST /api/admin/views/:id', { id: view.id, ...changes })
      if (changed.kind === 'refused') return setProblem(changed)
    }
    if (isDefault !== view.is_default) {
      const chosen = await callAccount('POST /api/admin/views/:id/default', {
        id: view.id,
        is_default: isDefault,
      })
      if (chosen.kind === 'refused') return setProblem(chosen)
    }
    onSaved()
  }
  async function remove(id: number) {
    const called = await callAccount('POST /api/admin/views/:id/delete', { id })
    if (called.kind === 'refused') return setProblem(called)
    showToast('View deleted. The records stay as they are.')
    onDeleted()
  }
  return (
    <FormDialog
      title={view === undefined ? 'Save a view' : 'Settings of this view'}
      lead="A view keeps filters and order. It shows everyone only what they may read."
      problem={problem}
      send="Save"
      moreButtons={
        view !== undefined &&
        mayChange && (
          <BusyButton look="danger" busyWords="Deleting…" onPress={() => remove(view.id)}>
            Delete this view
          </BusyButton>
        )
      }
      onSend={save}
      onClose={onClose}
    >
      <InputField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={VIEW_NAME_CHARACTERS}
        error={problem?.errors.name}
        readOnly={!mayChange}
      />
      {mayShare && <CheckboxField label="Share with the team" isChecked={isShared} onChange={setShared} />}
      <CheckboxField
        label="Open the list with this view"
        hint="For you only."
        isChecked={isDefault}
        onChange={setDefault}
      />
      {view !== undefined && !view.is_own && (
        <p className={styles.quiet}>Shared by {view.made_by ?? 'a deleted account'}.</p>
      )}
    </FormDialog>
  )
}
