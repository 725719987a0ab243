import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Caret } from '../../ui/parts/caret.tsx'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { counted } from '../../ui/parts/words.ts'
import { recordLink } from '../record/record-link.ts'
import styles from './faq-section.module.css'
import type { Fold, ShownHeading, ShownQuestion, ShownSection, TextPiece } from './show-faq.ts'
import type { FaqFolds } from './use-faq-folds.ts'

interface SectionProps {
  section: ShownSection
  path: string
  folds: FaqFolds
}

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

/** The summary has the id, so that a link leads to something focusable. */
function FaqFold({
  fold,
  folds: { isOpen, setOpen },
  title,
  className = '',
  children,
}: {
  fold: Fold
  folds: FaqFolds
  title: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <details
      className={`${styles.fold} ${className}`}
      open={isOpen(fold)}
      data-starts={fold.startsOpen ? 'open' : 'closed'}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires for programmatic changes; only those by the reader or the browser's search count.
        if (open !== isOpen(fold)) setOpen(fold, open)
      }}
    >
      <summary id={fold.id}>
        {title}
        <Caret className={styles.caret} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

const SHOWN_MS = 4_000

const RESULT_WORDS = { nothing: '', copied: 'Link copied', refused: 'The link is in the address bar' }

function CopyLink({ path, id, to }: { path: string; id: string; to: string }) {
  const navigate = useNavigate()
  const [result, setResult] = useState<keyof typeof RESULT_WORDS>('nothing')
  useEffect(() => {
    if (result === 'nothing') return
    const fading = setTimeout(() => setResult('nothing'), SHOWN_MS)
    return () => clearTimeout(fading)
  }, [result])

  const address = `${path}#${id}`
  const copy = async () => {
    const isCopied = await copied(recordLink(address))
    if (!isCopied) await navigate(address, { replace: true })
    setResult(isCopied ? 'copied' : 'refused')
  }
  return (
    <p className={styles.line}>
      <Link className={styles.link} to={address} aria-label={`Link to “${to}”`}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6.500 9.500 9.500 6.500M7.500 4.500 8.800 3.200a2.830 2.830 0 0 1 4 4L11.500 8.500M8.500 11.500l-1.300 1.300a2.830 2.830 0 0 1-4-4L4.500 7.500" />
        </svg>
        <span className={styles.name}>Link</span>
      </Link>
      <button type="button" className={styles.copy} aria-label={`Copy link to “${to}”`} onClick={copy}>
        Copy link
      </button>
      <span className={styles.status} role="status">
        {RESULT_WORDS[result]}
      </span>
    </p>
  )
}

/** Insecure pages have no clipboard. */
async function copied(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address)
    return true
  } catch {
    return false
  }
}

export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: text pieces are identified by position
    isHit ? <mark key={index}>{text}</mark> : text,
  )
}
