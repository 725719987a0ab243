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

/**
 * O-03: asks when the reader first changes zone or theme, until it is answered, and again when the reader wants to answer
 * anew. Nothing is stored before, so nobody is asked on arrival. Early in the document, for the keyboard; on the screen at
 * its foot.
 */
export function ConsentBanner({ isReopened, onAnswered }: { isReopened: boolean; onAnswered: () => void }) {
  const answer = useSyncExternalStore<Consent | undefined>(onPreferences, consent, () => undefined)
  const isWanted = useSyncExternalStore(onPreferences, isConsentWanted, () => false)
  const isAsking = answer !== undefined && (isWanted || isReopened)
  return (
    <>
      {/* There before the question comes, so that it is read out to readers who do not see the foot of the screen. */}
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
 * Tells the page how much of its foot an element takes that stays at the lower edge of the screen: the document is
 * longer by so much and focus is scrolled clear of it, so that nothing can be under it for good.
 */
function useFootRoom(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const taking = element.current
    if (taking === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--foot-room', `${taking.getBoundingClientRect().height}px`)
    tell()
    const watching = new ResizeObserver(tell)
    watching.observe(taking)
    return () => {
      watching.disconnect()
      style.removeProperty('--foot-room')
    }
  }, [element])
}
