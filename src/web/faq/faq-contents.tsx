import { Link } from 'react-router'
import { faqAddress } from '../../domain/faq/faq-query.ts'
import styles from './faq-contents.module.css'
import { MarkedText } from './marked-text.tsx'
import type { ShownSection } from './show-faq.ts'

/** The sections on show, to jump to. */
export function FaqContents({
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
