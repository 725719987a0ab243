import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { Link, useParams } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import type { PersonPresent } from '../../contract/admin/presence.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { knownPlaceholders } from '../../domain/newsroom/placeholders.ts'
import {
  fillPostMortem,
  PART_NAMES,
  type PostMortemContent,
  postMortemProblems,
} from '../../domain/post-mortem.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import barStyles from '../editor/bar/editor-bar.module.css'
import { SavingLine } from '../editor/bar/saving-line.tsx'
import { savingWords } from '../editor/keep/saving-words.ts'
import { useRetries } from '../editor/keep/use-draft-keeper.ts'
import noticeStyles from '../editor/notices.module.css'
import editorStyles from '../editor/record-editor.module.css'
import { factsOfContent } from '../editor/templates/facts-of-content.ts'
import { useEditorKeys } from '../editor/use-editor-keys.ts'
import { useMedia, WIDE } from '../editor/use-media.ts'
import { useEditorZone } from '../parts/editor-zone.ts'
import { Loaded } from '../parts/loaded.tsx'
import { APPROVAL_REQUESTED } from '../parts/use-approval.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { PeopleHere } from '../records/colleagues/colleagues.tsx'
import screenStyles from '../shell/screen.module.css'
import { Screen } from '../shell/screen.tsx'
import { EndPostMortem } from './end-post-mortem.tsx'
import styles from './post-mortem.module.css'
import { PostMortemBeside } from './post-mortem-beside.tsx'
import { PostMortemStatus } from './post-mortem-card.tsx'
import { PostMortemForm } from './post-mortem-form.tsx'
import {
  heldPostMortem,
  PostMortemKeeper,
  type PostMortemState,
  serverPostMortem,
} from './post-mortem-keeper.ts'
import { ColleagueNotice, PostMortemProblems } from './post-mortem-notices.tsx'
import { PostMortemTemplates } from './post-mortem-templates.tsx'
import { PublishPostMortem } from './publish-post-mortem.tsx'
import { usePostMortemColleagues } from './use-post-mortem-colleagues.ts'

export function PostMortemScreen() {
  const { id: written = '' } = useParams()
  const id = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined
  return id === undefined ? <NotFound /> : <KnownIncident key={id} id={id} />
}

function KnownIncident({ id }: { id: number }) {
  const choices = useChoices()
  const record = useStaffAnswer('GET /api/admin/records/:id', { input: { id }, because: '' })
  const about = useStaffAnswer('GET /api/admin/records/:id/post-mortem', { input: { id }, because: '' })
  if (about.called?.kind === 'refused' && about.called.status === 404) return <NotFound />
  return (
    <Loaded called={record.called} onRetry={record.reload} lines={8}>
      {(found) => (
        <Loaded called={about.called} onRetry={about.reload} lines={8}>
          {({ data }) => (
            <Loaded called={choices.called} onRetry={choices.reload} lines={8}>
              {(known) => <Opened record={found.data} about={data} choices={known.data} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function NotFound() {
  return (
    <Screen title="Post-mortem not found" lead="Only incidents have a post-mortem, or the address is wrong.">
      <p>
        <Link to="/admin/records">Go to all records</Link>
      </p>
    </Screen>
  )
}

interface Opening {
  record: AdminRecord
  about: AdminPostMortem
  choices: Choices
}

function Opened({ record, about, choices }: Opening) {
  const [{ keeper, offered }] = useState(() => ({
    keeper: new PostMortemKeeper(serverPostMortem(record.id), about),
    offered: about.can_edit ? heldPostMortem(record.id, about.content) : undefined,
  }))
  const draft = useSyncExternalStore(keeper.onChange, keeper.state)
  const [copy, setCopy] = useState(offered)
  const [dialog, setDialog] = useState<'publish' | 'discard' | 'withdraw'>()
  const [asked, setAsked] = useState(0)
  const idPrefix = useId()
  const isWide = useMedia(WIDE)
  const { provider } = useRoot().global
  const isReadOnly = !draft.about.can_edit
  const idOf = (field: string) => `${idPrefix}${field}`
  const isFirst = draft.about.published === null
  // The user first decides which words stay: a step would leave the others out, and the browser's copy
  // would be outdated.
  const isUndecided = copy !== undefined || draft.theirs !== undefined
  const canPublish =
    !isReadOnly && !isUndecided && draft.about.is_closed && (draft.about.has_draft || keeper.isDirty())
  useRetries(keeper)
  const colleagues = usePostMortemColleagues(record.id, { keeper, draft, isPosting: dialog === 'publish' })
  useEffect(() => {
    document.title = `Post-mortem: ${record.content.title} | ${provider.name} Trust staff`
  }, [record.content.title, provider.name])

  function showWrong(errors: Readonly<Record<string, string>>) {
    setDialog(undefined)
    keeper.showErrors(errors)
    setAsked((before) => before + 1)
  }
  function openPublishing() {
    const errors = postMortemProblems(draft.content, draft.about.published ?? undefined)
    if (Object.keys(errors).length > 0) return showWrong(errors)
    setDialog('publish')
  }
  useEditorKeys({
    onPublish: () => canPublish && openPublishing(),
    onSave: () => void keeper.flush(),
  })
  function fillFromTemplate(template: PostMortemContent) {
    // The end of an incident is when it was closed, unless staff named another.
    const { content } = record
    const facts = factsOfContent(
      { ...content, to_time: content.to_time ?? content.closed_on },
      { choices, provider: provider.name, now: new Date() },
    )
    const known = knownPlaceholders(facts)
    const filled = fillPostMortem(template, known)
    const { actions } = draft.content
    keeper.change({
      ...Object.fromEntries(
        PART_NAMES.filter((name) => draft.content[name] === '').map((name) => [name, filled[name]]),
      ),
      ...(actions.length === 0 && { actions: filled.actions }),
    })
  }
  const hasEmptyParts = PART_NAMES.some((name) => draft.content[name] === '')
  return (
    <div className={`${screenStyles.screen} ${editorStyles.editor}`}>
      <Bar record={record} draft={draft} people={colleagues.people}>
        {!isReadOnly && draft.about.has_draft && (
          <button
            type="button"
            className="button"
            aria-disabled={isUndecided || undefined}
            onClick={() => !isUndecided && setDialog('discard')}
          >
            {isFirst ? 'Discard the draft' : 'Discard changes'}
          </button>
        )}
        {!isReadOnly && (!isFirst || draft.about.is_hidden) && (
          <button
            type="button"
            className="button"
            aria-disabled={isUndecided || undefined}
            onClick={() => !isUndecided && setDialog('withdraw')}
          >
            {draft.about.is_hidden ? 'Keep off the site' : 'Take off the site'}
          </button>
        )}
        {!isReadOnly && (
          <button
            type="button"
            className="button primary"
            aria-disabled={!canPublish || undefined}
            onClick={() => canPublish && openPublishing()}
          >
            {isFirst ? 'Publish…' : 'Publish changes…'}
          </button>
        )}
      </Bar>
      {copy !== undefined && (
        <div className={noticeStyles.notice} data-notice="">
          <p>This browser has unsaved text of this post-mortem.</p>
          <div className={noticeStyles.buttons}>
            <button
              type="button"
              className="button primary"
              onClick={() => {
                keeper.restore(copy)
                setCopy(undefined)
              }}
            >
              Restore
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                serverPostMortem(record.id).letGo()
                setCopy(undefined)
              }}
            >
              Discard
            </button>
          </div>
        </div>
      )}
      <ColleagueNotice keeper={keeper} draft={draft} colleagues={colleagues} />
      {draft.about.is_hidden && (
        <div className={noticeStyles.notice} role="status">
          <p>
            This incident was withdrawn, and its post-mortem with it. Publishing the incident again brings the
            post-mortem back.
          </p>
        </div>
      )}
      {!draft.about.is_closed && !draft.about.is_hidden && (
        <div className={noticeStyles.notice} role="status">
          <p>
            This incident is open. Its post-mortem can be published when it is resolved
            {isFirst ? '.' : '; the published one says that the incident was reopened.'}
          </p>
        </div>
      )}
      <PostMortemProblems asked={asked} errors={draft.errors} idOf={idOf} />
      <div className={editorStyles.columns}>
        <div className={editorStyles.form} inert={copy !== undefined}>
          {!isReadOnly && hasEmptyParts && <PostMortemTemplates onUse={fillFromTemplate} />}
          <PostMortemForm
            content={draft.content}
            errors={draft.errors}
            isReadOnly={isReadOnly}
            idOf={idOf}
            onChange={(patch) => keeper.change(patch)}
          />
        </div>
        <aside className={isWide ? editorStyles.aside : styles.below}>
          <PostMortemBeside record={record} keeper={keeper} draft={draft} />
        </aside>
      </div>
      {dialog === 'publish' && (
        <PublishPostMortem
          recordId={record.id}
          keeper={keeper}
          isFirst={isFirst}
          needsApproval={record.approval.needs.publish}
          onPublished={(published, isAsked) => {
            setDialog(undefined)
            keeper.adopt(published)
            colleagues.forgetNews()
            showToast(isAsked ? APPROVAL_REQUESTED : 'Published. Readers see it now.')
          }}
          onWrong={showWrong}
          onClose={() => setDialog(undefined)}
        />
      )}
      {(dialog === 'discard' || dialog === 'withdraw') && (
        <EndPostMortem verb={dialog} record={record} keeper={keeper} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

function Bar({
  record,
  draft,
  people,
  children,
}: {
  record: AdminRecord
  draft: PostMortemState
  people: readonly PersonPresent[]
  children: ReactNode
}) {
  const { zone } = useEditorZone()
  const { saving, isHeld, about, theirs } = draft
  const saved = savingWords({ saving, record, isHeld, theirs: undefined }, zone)
  const said =
    saving.kind === 'conflict'
      ? `Not saved: changed by ${theirs?.saved_by?.name ?? 'someone else'} meanwhile.`
      : saved.words
  return (
    <div className={barStyles.bar}>
      <header className={barStyles.line}>
        <div className={barStyles.about}>
          <h1 tabIndex={-1}>Post-mortem</h1>
          <span className={barStyles.said}>
            <PostMortemStatus about={about} />
          </span>
          {about.published !== null && record.path !== null && (
            <a
              className={barStyles.said}
              href={`${record.path}#post-mortem`}
              target="_blank"
              rel="noreferrer"
            >
              See it on the site
            </a>
          )}
          <SavingLine said={{ ...saved, words: said }} isReadOnly={!about.can_edit} />
          <PeopleHere people={people} screen="post-mortem" />
        </div>
        <div className={barStyles.actions}>{children}</div>
      </header>
      <p className={styles.of}>
        of <Link to={`/admin/records/${record.id}`}>{record.content.title || 'Untitled'}</Link>
      </p>
    </div>
  )
}
