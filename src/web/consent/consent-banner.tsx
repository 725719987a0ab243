import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { answerConsent, type Consent, type ConsentAnswer, consent, onPreferences } from '../preferences.ts'
import styles from './consent-banner.module.css'
import { useFootRoom } from './use-foot-room.ts'

/**
 * O-03: asks until it is answered, and again when the reader wants to answer anew. The server's page is the same for
 * everyone and stores nothing, so it does not ask. Early in the document, for the keyboard; on the screen at its foot.
 */
export function ConsentBanner({ isReopened, onAnswered }: { isReopened: boolean; onAnswered: () => void }) {
  const answer = useSyncExternalStore<Consent | undefined>(onPreferences, consent, () => undefined)
  const isAsking = answer === 'unanswered' || (isReopened && answer !== undefined)
  return isAsking ? <Question answer={answer} isReopened={isReopened} onAnswered={onAnswered} /> : null
}

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
          May this site remember on this device which time zone and colours you choose?
          {answer !== 'unanswered' && ` So far you have ${answer} it.`}{' '}
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
