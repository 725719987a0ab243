import { RichText } from '../../ui/parts/rich-text.tsx'
import { counted } from '../../ui/parts/words.ts'
import { CopyLink } from './copy-link.tsx'
import { FaqFold } from './faq-fold.tsx'
import styles from './faq-section.module.css'
import { MarkedText } from './marked-text.tsx'
import type { ShownHeading, ShownQuestion, ShownSection } from './show-faq.ts'
import type { FaqFolds } from './use-faq-folds.ts'

interface SectionProps {
  section: ShownSection
  path: string
  folds: FaqFolds
}

/** A section with its questions; without any, it folds and reads as a question does. */
export function FaqSection({ section, path, folds }: SectionProps) {
  const { heading, introHtml, questions, startsOpen } = section
  const list = questions.map((question) => (
    <Question key={question.heading.id} question={question} path={path} folds={folds} />
  ))
  if (heading === undefined) return <div className={styles.section}>{list}</div>
  return (
    <div className={styles.section}>
      <FaqFold
        className={styles.sectionFold}
        fold={{ id: heading.id, startsOpen }}
        folds={folds}
        title={
          <>
            <h2 dir="auto">
              <MarkedText pieces={heading.pieces} />
            </h2>
            {questions.length > 0 && (
              <span className={styles.count}>{counted(questions.length, 'question')}</span>
            )}
          </>
        }
      >
        {questions.length > 0 && <SectionLink heading={heading} path={path} />}
        {introHtml !== '' && (
          <div className={styles.text}>
            <RichText html={introHtml} />
          </div>
        )}
        {questions.length === 0 && <CopyLink path={path} id={heading.id} to={wordsOf(heading)} />}
        {list}
      </FaqFold>
    </div>
  )
}

/** Stands in the row of the section's title, outside of what is pressed to fold it. */
function SectionLink({ heading, path }: { heading: ShownHeading; path: string }) {
  return (
    <div className={styles.sectionLink}>
      <CopyLink path={path} id={heading.id} to={wordsOf(heading)} />
    </div>
  )
}

function Question({ question, path, folds }: { question: ShownQuestion; path: string; folds: FaqFolds }) {
  const { heading, answerHtml, startsOpen } = question
  return (
    <FaqFold
      className={styles.question}
      fold={{ id: heading.id, startsOpen }}
      folds={folds}
      title={
        <h3 dir="auto">
          <MarkedText pieces={heading.pieces} />
        </h3>
      }
    >
      <div className={styles.text}>
        <RichText html={answerHtml} />
      </div>
      <CopyLink path={path} id={heading.id} to={wordsOf(heading)} />
    </FaqFold>
  )
}

function wordsOf({ pieces }: ShownHeading) {
  return pieces.map(({ text }) => text).join('')
}
