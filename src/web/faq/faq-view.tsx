import { useMemo } from 'react'
import { Link } from 'react-router'
import { parseFaq } from '../../domain/faq/faq.ts'
import { faqAddress } from '../../domain/faq/faq-query.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { FaqSearch } from './faq-search.tsx'
import { FaqSection } from './faq-section.tsx'
import styles from './faq-view.module.css'
import { MarkedText } from './marked-text.tsx'
import { foldsOf, type ShownSection, showFaq } from './show-faq.ts'
import { useFaqFolds } from './use-faq-folds.ts'
import { useFaqSearch } from './use-faq-search.ts'

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
          {shown.count === 0 && <p className={styles.none}>Try fewer or other words.</p>}
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
