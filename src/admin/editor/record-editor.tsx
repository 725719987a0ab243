import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { can } from '../../domain/access.ts'
import type { ContentField } from '../../domain/newsroom/record-content.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { doneWords } from '../parts/use-approval.tsx'
import { PostMortemCard } from '../post-mortem/post-mortem-card.tsx'
import screenStyles from '../shell/screen.module.css'
import { useStaff } from '../shell/staff.ts'
import { HandoverNotice } from '../team/handover-notice.tsx'
import { TeamPanel } from '../team/team-panel.tsx'
import { pendingHandover } from '../team/timeline.ts'
import { useTeam } from '../team/use-team.ts'
import { ApprovalNotices } from './approval-notices.tsx'
import { EditorBar } from './bar/editor-bar.tsx'
import { RecordActions } from './bar/record-actions.tsx'
import { EditingContext, type RecordEditing, useEditing } from './editor-context.ts'
import { EditorNotices } from './editor-notices.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { EmbargoField } from './fields/embargo-field.tsx'
import type { DraftKeeper } from './keep/draft-keeper.ts'
import type { LocalCopy } from './keep/local-copy.ts'
import { useDraftKeeper } from './keep/use-draft-keeper.ts'
import { UpdateHistory } from './life/update-history.tsx'
import { MovedNotice, ScheduledNotice, TakenInNotice } from './notices.tsx'
import { type EditorPart, PartSwitch } from './part-switch.tsx'
import { CentersPicker } from './pickers/centers-picker.tsx'
import { ServicesPicker } from './pickers/services-picker.tsx'
import { TermsPicker } from './pickers/terms-picker.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { problemsOf } from './publish/problems-of.ts'
import { PublishDialog } from './publish/publish-dialog.tsx'
import styles from './record-editor.module.css'
import { AdvisorySection } from './sections/advisory-section.tsx'
import { DetailsSection } from './sections/details-section.tsx'
import { InternalSection } from './sections/internal-section.tsx'
import { Section } from './sections/section.tsx'
import { TimesSection } from './sections/times-section.tsx'
import { WhatSection } from './sections/what-section.tsx'
import { WordsSection } from './sections/words-section.tsx'
import { filledWithFacts } from './templates/facts-of-content.ts'
import { RecordTemplate } from './templates/record-template.tsx'
import { useColleagues } from './use-colleagues.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useMedia, WIDE } from './use-media.ts'

export function RecordEditor({
  keeper,
  choices,
  offered,
  template,
}: {
  keeper: DraftKeeper
  choices: Choices
  offered: LocalCopy | undefined
  template?: number | undefined
}) {
  const draft = useSyncExternalStore(keeper.onChange, keeper.state)
  const { roles } = useStaff()
  const { provider } = useRoot().global
  const [copy, setCopy] = useState(offered)
  const [isPublishing, setPublishing] = useState(false)
  const [asked, setAsked] = useState(0)
  // Fields that blocked publishing. Saving must not hide those that are still wrong.
  const [blockedBy, setBlockedBy] = useState<readonly string[]>([])
  const [unreadable, setUnreadable] = useState<readonly ContentField[]>([])
  const [picked, setPicked] = useState<EditorPart>(() =>
    window.location.hash === '#team' ? 'team' : 'write',
  )
  const [isNew] = useState(draft.record === undefined)
  const isUnpublished = draft.record === undefined || draft.record.edition === null
  const isWide = useMedia(WIDE)
  const isReadOnly = draft.record?.can_edit === false
  // The server shows drafts only to users who may edit that kind.
  const mayPreview = draft.record?.can_edit ?? can(roles, 'edit-records')
  const id = useId()
  useDraftKeeper(keeper, draft)
  const colleagues = useColleagues(keeper, draft)
  const team = useTeam(draft.record?.id, colleagues.team)
  useTitle(draft.content.title)

  const errors = useMemo(() => {
    const problems = Object.entries(problemsOf(draft.content, { choices, unreadable }))
    const stillWrong = problems.filter(([field]) => blockedBy.includes(field))
    return { ...Object.fromEntries(stillWrong), ...draft.errors } as Readonly<Record<string, string>>
  }, [blockedBy, draft.content, draft.errors, choices, unreadable])
  const editing = useMemo<RecordEditing>(
    () => ({
      keeper,
      draft,
      content: draft.content,
      choices,
      change: (patch) => keeper.change(patch),
      isReadOnly,
      colleagues,
      idOf: (field) => `${id}${field}`,
      errorOf: (field) => errors[field],
      setUnreadable: (field, isUnreadable) =>
        setUnreadable((before) => {
          const rest = before.filter((one) => one !== field)
          return isUnreadable ? [...rest, field] : before.includes(field) ? rest : before
        }),
    }),
    [keeper, draft, errors, choices, isReadOnly, colleagues, id],
  )

  function showWrong(errors: Readonly<Record<string, string>>) {
    setPublishing(false)
    if (!isWide) setPicked('write')
    keeper.showErrors(errors)
    setBlockedBy(Object.keys(errors))
    setAsked((before) => before + 1)
  }
  function openPublishing() {
    if (isReadOnly || copy !== undefined || draft.theirs !== undefined) return
    const filled = filledWithFacts(draft.content, { choices, provider: provider.name, now: new Date() })
    if (filled !== undefined) keeper.change(filled)
    const errors = problemsOf({ ...draft.content, ...filled }, { choices, unreadable })
    if (Object.keys(errors).length > 0) return showWrong(errors)
    setPublishing(true)
  }
  function onPublished(record: AdminRecord, how: 'published' | 'scheduled') {
    setPublishing(false)
    setBlockedBy([])
    keeper.adopt(record)
    showToast(
      doneWords(
        record,
        how === 'published' ? 'Published. Readers see it now.' : 'It will publish automatically.',
      ),
    )
  }
  useEditorKeys({ onPublish: openPublishing, onSave: () => void keeper.flush() })

  const form = (
    <div className={styles.form} inert={copy !== undefined}>
      {isUnpublished && <RecordTemplate first={template} />}
      <RecordForm hasFocusAtFirst={isNew && offered === undefined} />
    </div>
  )
  const { updates = [], changes = [] } = draft.record ?? {}
  // Known with the first answer of the watch. A link to the team panel may be opened before that.
  const hasTeam = typeof colleagues.team === 'string' || (picked === 'team' && colleagues.team === undefined)
  const besides = besideForm({
    hasHistory: updates.length + changes.length > 0,
    mayPreview,
    hasTeam: draft.record !== undefined && hasTeam,
  })
  const comments = team.team?.notes.filter(({ removed_at }) => removed_at === null).length ?? 0
  const handover = pendingHandover(team.team?.notes ?? [])
  const isClosed = draft.record?.content.closed_on != null || draft.record?.state === 'unpublished'
  const parts: readonly EditorPart[] = isWide ? besides : ['write', ...besides]
  const part = parts.includes(picked) ? picked : (parts[0] ?? 'write')
  return (
    <EditingContext value={editing}>
      <div className={`${screenStyles.screen} ${styles.editor}`}>
        <EditorBar actions={<RecordActions onPublish={openPublishing} />}>
          <MovedNotice />
          <TakenInNotice />
          {isWide && <ScheduledNotice onConfirm={openPublishing} />}
        </EditorBar>
        {/* Too tall to stay in view on a phone. The bar says that it changed. */}
        {!isWide && <ScheduledNotice onConfirm={openPublishing} />}
        <ApprovalNotices />
        <EditorNotices copy={copy} onDecided={() => setCopy(undefined)} />
        {handover !== undefined && draft.record !== undefined && !isClosed && (
          <HandoverNotice
            recordId={draft.record.id}
            note={handover}
            canTake={team.team?.can_hand_over === true}
            onTaken={(changed) => (changed === undefined ? team.reload() : team.show(changed))}
          />
        )}
        <ErrorSummary asked={asked} />
        {isPostMortemOf(draft.record) && (
          <PostMortemCard
            recordId={draft.record.id}
            isClosed={draft.record.content.closed_on !== null}
            because={String(draft.record.edition)}
          />
        )}
        {!isWide && besides.length > 0 && (
          <PartSwitch parts={parts} part={part} comments={comments} onPick={setPicked} />
        )}
        {/* The form keeps its position at any width: it must not be remounted while typing. */}
        <div className={styles.columns} data-alone={besides.length === 0 ? '' : undefined}>
          <div hidden={!isWide && part !== 'write'}>{form}</div>
          {besides.length > 0 && part !== 'write' && (
            <aside className={styles.aside}>
              {isWide && besides.length > 1 && (
                <PartSwitch parts={besides} part={part} comments={comments} onPick={setPicked} />
              )}
              {part === 'preview' && <PreviewPanel />}
              {part === 'team' && draft.record !== undefined && (
                <TeamPanel
                  recordId={draft.record.id}
                  kind={draft.content.kind}
                  isClosed={isClosed}
                  state={team}
                />
              )}
              {part === 'history' && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history is scrolled by keyboard.
                <div className={styles.history} tabIndex={0}>
                  <UpdateHistory />
                </div>
              )}
            </aside>
          )}
        </div>
        {isPublishing && (
          <PublishDialog onPublished={onPublished} onWrong={showWrong} onClose={() => setPublishing(false)} />
        )}
      </div>
    </EditingContext>
  )
}

/** The history comes first: the author of the next update reads the last ones. */
function besideForm(of: { hasHistory: boolean; mayPreview: boolean; hasTeam: boolean }): EditorPart[] {
  return [
    ...(of.hasHistory ? ['history' as const] : []),
    ...(of.mayPreview ? ['preview' as const] : []),
    ...(of.hasTeam ? ['team' as const] : []),
  ]
}

function isPostMortemOf(record: AdminRecord | undefined): record is AdminRecord {
  return record?.state === 'published' && record.content.kind === 'incident'
}

function useTitle(title: string) {
  const { provider } = useRoot().global
  useEffect(() => {
    document.title = `${title === '' ? 'New record' : title} | ${provider.name} Trust staff`
  }, [title, provider.name])
}

function RecordForm({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { kind, embargo = null } = useEditing().content
  return (
    <div>
      <WhatSection hasFocusAtFirst={hasFocusAtFirst} />
      <WordsSection />
      {kind === 'advisory' && <AdvisorySection />}
      {/* A draft that changed its kind keeps its embargo until someone lifts it. */}
      {kind !== 'advisory' && embargo !== null && (
        <Section title="Embargo">
          <EmbargoField />
        </Section>
      )}
      {kind === 'maintenance' && <TimesSection />}
      <Section title={kind === 'notification' ? 'Who is affected' : 'Where'}>
        {kind === 'notification' && <TermsPicker />}
        <ServicesPicker />
        <CentersPicker />
      </Section>
      {kind !== 'maintenance' && <TimesSection />}
      <DetailsSection />
      <InternalSection />
    </div>
  )
}
