import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Link } from 'react-router'
import {
  answerConsent,
  type Consent,
  type ConsentAnswer,
  consent,
  isConsentWanted,
  onPreferences,
} from '../../ui/parts/preferences.ts'
import styles from './consent-banner.module.css'

/** O-03. Early in the document for the keyboard; at the bottom of the screen. */
export function ConsentBanner({ isReopened, onAnswered }: { isReopened: boolean; onAnswered: () => void }) {
  const answer = useSyncExternalStore<Consent | undefined>(onPreferences, consent, () => undefined)
  const isWanted = useSyncExternalStore(onPreferences, isConsentWanted, () => false)
  const isAsking = answer !== undefined && (isWanted || isReopened)
  return (
    <>
      {/* In the DOM before the question, so that screen readers announce it. */}
      <p className="hidden" role="status">
        {isAsking && !isReopened && `${QUESTION} You can answer at the start of the page.`}
      </p>
      {isAsking && <Question answer={answer} isReopened={isReopened} onAnswered={onAnswered} />}
    </>
  )
}

const QUESTION = 'Remember your time zone and theme on this device?'

function Question({
  answer,
  isReopened,
  onAnswered,
}: {
  answer: Consent
  isReopened: boolean
  onAnswered: () => void
}) {
  const region = useRef<HTMLElement>(null)
  useFootRoom(region)
  useEffect(() => {
    if (isReopened) region.current?.focus()
  }, [isReopened])

  const choose = (chosen: ConsentAnswer) => () => {
    if (!isReopened) document.getElementById('main')?.focus({ preventScroll: true })
    answerConsent(chosen)
    onAnswered()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const hasAnswered = answer !== 'unanswered'
    if (key === 'Escape' && hasAnswered) onAnswered()
  }
  return (
    <section
      ref={region}
      className={styles.consent}
      aria-label="Cookie consent"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={`page ${styles.row}`}>
        <p className={styles.words}>
          {QUESTION}
          {answer !== 'unanswered' && ` You have ${answer} it.`}{' '}
          <Link to="/privacy-compliance/cookie-policy">Cookie policy</Link>
        </p>
        <div className={styles.answers}>
          <button type="button" className="button" onClick={choose('accepted')}>
            Accept
          </button>
          <button type="button" className="button" onClick={choose('rejected')}>
            Reject
          </button>
        </div>
      </div>
    </section>
  )
}

/**
 * Reports the height of an element fixed to the bottom of the screen: the document grows by it and focus scrolls clear
 * of it, so nothing stays covered.
 */
function useFootRoom(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const taking = element.current
    if (taking === null) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--foot-room', `${taking.getBoundingClientRect().height}px`)
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(taking)
    return () => {
      watching.disconnect()
      style.removeProperty('--foot-room')
    }
  }, [element])
}
