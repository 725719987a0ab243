import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { can } from '../../domain/access.ts'
import type { ContentField } from '../../domain/newsroom/record-content.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import screenStyles from '../shell/screen.module.css'
import { useStaff } from '../shell/staff.ts'
import { EditorBar } from './bar/editor-bar.tsx'
import { RecordActions } from './bar/record-actions.tsx'
import { type Editing, EditingContext } from './editor-context.ts'
import { EditorNotices } from './editor-notices.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { DraftKeeper } from './keep/draft-keeper.ts'
import type { LocalCopy } from './keep/local-copy.ts'
import { useKeeping } from './keep/use-keeping.ts'
import { UpdateHistory } from './life/update-history.tsx'
import { PartSwitch } from './part-switch.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { problemsOf } from './publish/problems-of.ts'
import { PublishDialog } from './publish/publish-dialog.tsx'
import styles from './record-editor.module.css'
import { RecordForm } from './sections/record-form.tsx'
import { RecordTemplate } from './templates/record-template.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useMedia, WIDE } from './use-media.ts'

/** The screen of a record, new or old: what is typed on the left, what readers will see on the right. */
export function RecordEditor({
  keeper,
  choices,
  offered,
  template,
}: {
  keeper: DraftKeeper
  choices: Choices
  /** What this browser has from before. */
  offered: LocalCopy | undefined
  /** To begin with, by the address. */
  template?: number | undefined
}) {
  const kept = useSyncExternalStore(keeper.onChange, keeper.state)
  const { roles } = useStaff()
  const [copy, setCopy] = useState(offered)
  const [isPublishing, setPublishing] = useState(false)
  const [asked, setAsked] = useState(0)
  const [unreadable, setUnreadable] = useState<readonly ContentField[]>([])
  const [part, setPart] = useState<'write' | 'preview'>('write')
  const [isNew] = useState(kept.record === undefined)
  const isWide = useMedia(WIDE)
  const isReadOnly = kept.record?.can_edit === false
  // The server shows the drafts of a kind to those who write that kind.
  const mayPreview = kept.record?.can_edit ?? can(roles, 'edit-records')
  const id = useId()
  useKeeping(keeper, kept)
  useTitle(kept.content.title)

  const editing = useMemo<Editing>(
    () => ({
      keeper,
      kept,
      content: kept.content,
      choices,
      change: (patch) => keeper.change(patch),
      isReadOnly,
      idOf: (field) => `${id}${field}`,
      errorOf: (field) => kept.errors[field],
      setUnreadable: (field, isUnreadable) =>
        setUnreadable((before) => {
          const rest = before.filter((one) => one !== field)
          return isUnreadable ? [...rest, field] : before.includes(field) ? rest : before
        }),
    }),
    [keeper, kept, choices, isReadOnly, id],
  )

  function showWrong(errors: Readonly<Record<string, string>>) {
    setPublishing(false)
    setPart('write')
    keeper.showErrors(errors)
    setAsked((before) => before + 1)
  }
  function openPublishing() {
    if (isReadOnly || copy !== undefined || kept.theirs !== undefined) return
    const errors = problemsOf(kept.content, { choices, unreadable })
    if (Object.keys(errors).length > 0) return showWrong(errors)
    setPublishing(true)
  }
  function onPublished(record: AdminRecord, how: 'published' | 'scheduled') {
    setPublishing(false)
    keeper.adopt(record)
    showToast(how === 'published' ? 'Published. Readers see it now.' : 'It will publish itself.')
  }
  useEditorKeys({ onPublish: openPublishing, onSave: () => void keeper.flush() })

  const form = (
    <div className={styles.form} inert={copy !== undefined}>
      {isNew && <RecordTemplate first={template} />}
      <RecordForm hasFocusAtFirst={isNew && offered === undefined} />
      <UpdateHistory />
    </div>
  )
  const preview = mayPreview ? <PreviewPanel /> : null
  return (
    <EditingContext value={editing}>
      <div className={`${screenStyles.screen} ${styles.editor}`}>
        <EditorBar actions={<RecordActions onPublish={openPublishing} />} />
        <EditorNotices copy={copy} onDecided={() => setCopy(undefined)} />
        <ErrorSummary asked={asked} />
        {!isWide && preview !== null && <PartSwitch part={part} onPick={setPart} />}
        {/* The form keeps its place whatever the width: nothing in it must be built anew while somebody types. */}
        <div className={styles.columns} data-alone={preview === null ? '' : undefined}>
          <div hidden={!isWide && part !== 'write'}>{form}</div>
          {preview !== null && (isWide || part === 'preview') && (
            <aside className={styles.preview}>{preview}</aside>
          )}
        </div>
        {isPublishing && (
          <PublishDialog onPublished={onPublished} onWrong={showWrong} onClose={() => setPublishing(false)} />
        )}
      </div>
    </EditingContext>
  )
}

function useTitle(title: string) {
  const { provider } = useRoot().global
  useEffect(() => {
    document.title = `${title === '' ? 'New record' : title} | ${provider.name} Trust staff`
  }, [title, provider.name])
}
