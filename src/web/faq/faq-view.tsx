import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { FAQ_SEARCH_LEAST_CHARACTERS } from '../../domain/constants.ts'
import { parseFaq } from '../../domain/faq/faq.ts'
import { FAQ_SEARCH_MOST_CHARACTERS, faqAddress, faqSearch, searchOf } from '../../domain/faq/faq-query.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { isPlainClick } from '../parts/is-plain-click.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type SearchAddress, useSearchInAddress } from '../parts/use-search-in-address.ts'
import { FaqSection, MarkedText } from './faq-section.tsx'
import styles from './faq-view.module.css'
import { foldsOf, type ShownSection, showFaq } from './show-faq.ts'
import { useFaqFolds } from './use-faq-folds.ts'

export function FaqView({ title, body, context }: { title: string; body: string; context: PageContext }) {
  const { path, query, cloud } = context
  const { typed, search, type } = useFaqSearch(path, query)
  const faq = useMemo(() => parseFaq(body), [body])
  const whole = useMemo(() => showFaq(faq, ''), [faq])
  const shown = useMemo(() => (search === '' ? whole : showFaq(faq, search)), [faq, whole, search])
  const folds = useFaqFolds({
    faq,
    all: foldsOf(whole),
    shown: foldsOf(shown),
    search,
    clearSearch: () => type(''),
  })

  if (whole.count === 0) {
    return (
      <>
        <PageHead title={title} />
        {whole.introHtml === '' ? (
          <EmptyText>There are no questions here yet.</EmptyText>
        ) : (
          <RichText html={whole.introHtml} />
        )}
      </>
    )
  }
  return (
    <div className={styles.faq} data-fresh={folds.isAlive ? undefined : ''}>
      <PageHead
        title={title}
        lead={`${counted(whole.count, 'question')} about ${cloud.domain} and this site`}
      />
      <div className={styles.controls}>
        <FaqSearch path={path} typed={typed} search={search} found={shown.count} type={type} />
        {shown.count > 0 && (
          <button
            type="button"
            className={`button ${styles.all}`}
            onClick={() => folds.setAllOpen(!folds.areAllOpen)}
          >
            {folds.areAllOpen ? 'Collapse all' : 'Expand all'}
          </button>
        )}
      </div>
      <div className={styles.columns}>
        {whole.sections.length > 1 && <FaqContents path={path} search={search} sections={shown.sections} />}
        <div>
          {shown.count === 0 && <p className={styles.none}>Try fewer or different words.</p>}
          {shown.introHtml !== '' && <RichText html={shown.introHtml} />}
          {shown.sections.map((section) => (
            <FaqSection key={keyOf(section)} section={section} path={path} folds={folds} />
          ))}
        </div>
      </div>
    </div>
  )
}

function keyOf({ heading }: ShownSection) {
  return heading?.id ?? ''
}

function FaqContents({
  path,
  search,
  sections,
}: {
  path: string
  search: string
  sections: readonly ShownSection[]
}) {
  return (
    <nav className={styles.contents} aria-label="On this page">
      <ol>
        {sections.map(
          ({ heading, questions }) =>
            heading !== undefined && (
              <li key={heading.id}>
                <Link to={`${faqAddress(path, search)}#${heading.id}`}>
                  <MarkedText pieces={heading.pieces} />
                </Link>
                {questions.length > 0 && <span aria-hidden="true">{questions.length}</span>}
              </li>
            ),
        )}
      </ol>
    </nav>
  )
}

const FAQ_SEARCH: SearchAddress = { searchIn: faqSearch, searchOf, address: faqAddress }

function useFaqSearch(path: string, query: URLSearchParams) {
  return useSearchInAddress(path, query, FAQ_SEARCH)
}

function FaqSearch({
  path,
  typed,
  search,
  found,
  type,
}: {
  path: string
  typed: string
  search: string
  found: number
  type: (text: string) => void
}) {
  const fieldId = useId()
  const resultId = useId()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    field.current?.focus()
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') type('')
  }
  return (
    <search className={styles.search}>
      <form className={styles.form} method="get" action={path} onSubmit={(event) => event.preventDefault()}>
        <label className="hidden" htmlFor={fieldId}>
          Search the FAQ
        </label>
        <input
          ref={field}
          id={fieldId}
          type="search"
          name="search"
          placeholder="Search questions and answers"
          autoComplete="off"
          enterKeyHint="search"
          minLength={FAQ_SEARCH_LEAST_CHARACTERS}
          maxLength={FAQ_SEARCH_MOST_CHARACTERS}
          aria-describedby={resultId}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={clearOnEscape}
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
      <div className={styles.result} data-searched={search === '' ? undefined : ''}>
        <p id={resultId} role="status">
          {resultWords(search, found)}
        </p>
        {search !== '' && (
          <a
            href={path}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              clear()
            }}
          >
            Clear search
          </a>
        )}
      </div>
    </search>
  )
}

function resultWords(search: string, found: number) {
  if (search === '') return `Type at least ${FAQ_SEARCH_LEAST_CHARACTERS} characters`
  if (found === 0) return `No question matches "${search}"`
  return found === 1 ? `1 question matches "${search}"` : `${found} questions match "${search}"`
}
