import { useEffect, useState } from 'react'
import { SUCCESS_MESSAGE_MS } from '../../domain/constants.ts'
import { RESEND_VERIFICATION } from '../../domain/texts.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { useUser } from '../../ui/account/use-user.ts'
import { Strip } from '../banners/strip.tsx'
import styles from './verification-notice.module.css'

/** always in the DOM, so that screen readers announce it. */
export function VerificationNotice() {
  const { user, reload } = useUser()
  const message = user?.interactive?.message
  useReloadOnReturn(message !== undefined, reload)
  return (
    <div className="shell" aria-live="polite">
      {message !== undefined && (
        <section className={styles.notice} aria-label="Your account">
          <Strip tone="notice" word="To do">
            {message} <Resend />
          </Strip>
        </section>
      )}
    </div>
  )
}

type Sending = { kind: 'idle' } | { kind: 'sending' } | { kind: 'sent' | 'refused'; message: string }

function Resend() {
  const [sending, setSending] = useState<Sending>({ kind: 'idle' })

  useEffect(() => {
    if (sending.kind !== 'sent') return
    const timer = setTimeout(() => setSending({ kind: 'idle' }), SUCCESS_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [sending])

  async function resend() {
    if (sending.kind === 'sending') return
    setSending({ kind: 'sending' })
    const called = await callAccount('POST /api/resend/verification', {})
    setSending(
      called.kind === 'done'
        ? { kind: 'sent', message: called.answer.data.message }
        : { kind: 'refused', message: called.message },
    )
  }

  const [before, after] = RESEND_VERIFICATION.split(CLICK_HERE)
  return (
    <>
      {before}
      <button
        type="button"
        className={styles.resend}
        aria-disabled={sending.kind === 'sending'}
        onClick={() => void resend()}
      >
        {CLICK_HERE}
      </button>
      {after}
      {sending.kind === 'sent' && <strong className={styles.sent}>{sending.message}</strong>}
      {sending.kind === 'refused' && (
        <strong role="alert" className={styles.refused}>
          {sending.message}
        </strong>
      )}
    </>
  )
}

const CLICK_HERE = 'click here'

/** The emailed link may have been opened elsewhere meanwhile. */
function useReloadOnReturn(isWaiting: boolean, reload: () => Promise<void>) {
  useEffect(() => {
    if (!isWaiting) return
    const onReturn = () => {
      if (!document.hidden) void reload()
    }
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isWaiting, reload])
}
