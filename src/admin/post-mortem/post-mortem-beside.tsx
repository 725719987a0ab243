import { useEffect, useMemo, useState } from 'react'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { deedDone, secondsAgoWords } from '../../domain/newsroom/deed-words.ts'
import { POST_MORTEM_ANCHOR } from '../../domain/post-mortem.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { useNow } from '../../ui/times/use-now.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { DraftTest } from '../editor/preview/draft-test.tsx'
import { PreviewFrame } from '../editor/preview/preview-frame.tsx'
import { Tabs } from '../parts/tabs.tsx'
import styles from './post-mortem.module.css'
import { PostMortemDueField, plannedWords, planOf, type TypedPlan } from './post-mortem-due-field.tsx'
import type { PostMortemKeeper, PostMortemState } from './post-mortem-keeper.ts'

type BesideTab = 'due' | 'page' | 'mail' | 'history'

const TABS: readonly { name: BesideTab; title: string }[] = [
  { name: 'due', title: 'Due' },
  { name: 'page', title: 'Page' },
  { name: 'mail', title: 'Mail' },
  { name: 'history', title: 'History' },
]

export function PostMortemBeside({
  record,
  keeper,
  draft,
}: {
  record: AdminRecord
  keeper: PostMortemKeeper
  draft: PostMortemState
}) {
  const { about } = draft
  const tabs = about.can_edit ? TABS : TABS.filter(({ name }) => name === 'history')
  const [picked, setPicked] = useState<BesideTab>(about.published === null ? 'due' : 'page')
  const tab = tabs.some(({ name }) => name === picked) ? picked : 'history'
  return (
    <Tabs label="Plan, previews and history" tabs={tabs} current={tab} onPick={setPicked}>
      {tab === 'due' && <Due record={record} keeper={keeper} about={about} />}
      {(tab === 'page' || tab === 'mail') && <Preview id={record.id} draft={draft} view={tab} />}
      {tab === 'history' && <History about={about} />}
    </Tabs>
  )
}

function Due({
  record,
  keeper,
  about,
}: {
  record: AdminRecord
  keeper: PostMortemKeeper
  about: AdminPostMortem
}) {
  const [plan, setPlan] = useState<TypedPlan>({
    choice: about.is_waived ? 'none' : 'due',
    day: about.due_on ?? '',
  })
  const [problem, setProblem] = useState<string>()
  if (about.published !== null) return <p>It is published, so nothing is due.</p>
  if (about.is_hidden) return <p>Its incident is not on the site, so nothing is due.</p>
  if (!about.is_closed) return <p>It can be planned when the incident is resolved.</p>
  async function save() {
    const planned = planOf(plan)
    if (planned === undefined) return setProblem('Please choose a day.')
    if (!(await keeper.flush())) return setProblem('Please wait until your text is saved.')
    const called = await callAccount('POST /api/admin/records/:id/post-mortem/plan', {
      id: record.id,
      version: keeper.state().version,
      ...planned,
    })
    setProblem(called.kind === 'refused' ? called.message : undefined)
    if (called.kind === 'refused') return
    keeper.adopt(called.answer.data)
    showToast(plannedWords(planned))
  }
  return (
    <div className={styles.form}>
      <PostMortemDueField plan={plan} error={problem} onChange={setPlan} />
      {plan.choice === 'none' && problem !== undefined && <p role="alert">{problem}</p>}
      <p>
        <button type="button" className="button" onClick={() => void save()}>
          Save the plan
        </button>
      </p>
    </div>
  )
}

const QUIET_MS = 600

function Preview({
  id,
  draft: { content },
  view,
}: {
  id: number
  draft: PostMortemState
  view: 'page' | 'mail'
}) {
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const written = useMemo(() => JSON.stringify(content), [content])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      void callAccount('POST /api/admin/records/:id/post-mortem/preview', {
        id,
        content: JSON.parse(written),
        view,
      }).then((called) => {
        if (isOver) return
        if (called.kind === 'done') setHtml(called.answer.data.html)
        setProblem(called.kind === 'refused' ? called.message : undefined)
      })
    }, QUIET_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, written, view])
  if (problem !== undefined) return <p role="alert">{problem}</p>
  return (
    <>
      {view === 'mail' && (
        <p className={styles.test}>
          <DraftTest
            send={(channels) =>
              callAccount('POST /api/admin/records/:id/post-mortem/test', { id, content, channels })
            }
          />
        </p>
      )}
      {html !== undefined && (
        <PreviewFrame html={html} width="phone" title={`Preview: ${view}`} anchor={POST_MORTEM_ANCHOR} />
      )}
    </>
  )
}

function History({ about: { history } }: { about: AdminPostMortem }) {
  const now = useNow()
  if (history.length === 0) return <p>Nothing has happened yet.</p>
  return (
    <ol className={styles.history}>
      {history.map((deed) => (
        <li key={`${deed.at}${deed.action}`}>
          {deedDone({ ...deed, isPerson: deed.is_person }, { kind: 'incident' })}{' '}
          <time dateTime={deed.at} title={new Date(deed.at).toUTCString()}>
            {now === undefined ? '' : secondsAgoWords(new Date(deed.at), now)}
          </time>
        </li>
      ))}
    </ol>
  )
}
