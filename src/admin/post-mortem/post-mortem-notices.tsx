import { useEffect, useRef } from 'react'
import { POST_MORTEM_PARTS, type PostMortemField } from '../../domain/post-mortem.ts'
import { ErrorSign } from '../../ui/parts/error-sign.tsx'
import summaryStyles from '../editor/error-summary.module.css'
import noticeStyles from '../editor/notices.module.css'
import { DeedLines } from '../records/colleagues/colleagues.tsx'
import type { PostMortemKeeper, PostMortemState } from './post-mortem-keeper.ts'
import type { PostMortemColleagues } from './use-post-mortem-colleagues.ts'

const FIELD_NAMES: Record<PostMortemField, string> = {
  what_happened: POST_MORTEM_PARTS.what_happened.label,
  impact: POST_MORTEM_PARTS.impact.label,
  why: POST_MORTEM_PARTS.why.label,
  what_we_do: POST_MORTEM_PARTS.what_we_do.label,
  actions: 'Actions',
}

export function ColleagueNotice({
  keeper,
  draft,
  colleagues: { news, gone },
}: {
  keeper: PostMortemKeeper
  draft: PostMortemState
  colleagues: PostMortemColleagues
}) {
  return (
    <>
      {gone !== undefined && (
        <div className={noticeStyles.notice} data-notice="" role="alert">
          <p>{gone}</p>
        </div>
      )}
      {news !== undefined && (
        <div className={noticeStyles.notice} data-notice="">
          <DeedLines deeds={news.deeds} kind="incident" now={news.now} />
        </div>
      )}
      <Changes keeper={keeper} draft={draft} />
    </>
  )
}

function Changes({
  keeper,
  draft: { takenIn, theirs, base, content },
}: {
  keeper: PostMortemKeeper
  draft: PostMortemState
}) {
  if (theirs !== undefined) {
    const both = (Object.keys(FIELD_NAMES) as PostMortemField[]).filter(
      (name) =>
        JSON.stringify(base[name]) !== JSON.stringify(theirs.content[name]) &&
        JSON.stringify(base[name]) !== JSON.stringify(content[name]),
    )
    return (
      <div className={noticeStyles.notice} data-notice="" role="alert">
        <p>
          {theirs.saved_by?.name ?? 'Someone else'} also changed:{' '}
          {both.map((name) => FIELD_NAMES[name]).join(', ')}. Which words stay?
        </p>
        <div className={noticeStyles.buttons}>
          <button type="button" className="button primary" onClick={() => keeper.settle([])}>
            Mine
          </button>
          <button type="button" className="button" onClick={() => keeper.settle(both)}>
            Theirs
          </button>
        </div>
      </div>
    )
  }
  if (takenIn === undefined) return null
  return (
    <div className={noticeStyles.notice} data-notice="" role="status">
      <p>
        {takenIn.by ?? 'Someone else'} changed this meanwhile:{' '}
        {takenIn.fields.map((name) => FIELD_NAMES[name]).join(', ')}. It is shown here now.
      </p>
    </div>
  )
}

export function PostMortemProblems({
  asked,
  errors,
  idOf,
}: {
  asked: number
  errors: Readonly<Record<string, string>>
  idOf: (field: string) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked > 0) box.current?.querySelector('button')?.focus()
  }, [asked])
  const wrong = Object.entries(errors)
  if (wrong.length === 0) return null
  const fieldLabel = (field: string) => {
    const [name = '', index] = field.split('.')
    return index === undefined
      ? (FIELD_NAMES[name as PostMortemField] ?? name)
      : `Action ${Number(index) + 1}`
  }
  return (
    <div ref={box} className={summaryStyles.summary} role="alert" tabIndex={-1}>
      <p>
        <ErrorSign />{' '}
        {wrong.length === 1 ? 'Please fix one thing first:' : `Please fix ${wrong.length} things first:`}
      </p>
      <ul>
        {wrong.map(([field, words]) => (
          <li key={field}>
            <button
              type="button"
              className="linkLike"
              onClick={() => {
                const control = document.getElementById(idOf(field))
                control?.scrollIntoView({ block: 'center' })
                control?.focus()
              }}
            >
              {fieldLabel(field)}
            </button>
            : {words}
          </li>
        ))}
      </ul>
    </div>
  )
}
