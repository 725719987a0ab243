import { type SubmitEvent, useState } from 'react'
import type { Suppression } from '../../contract/admin/suppressions.ts'
import { resultWords } from '../../domain/telling/channel-result.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { InputField } from '../parts/input-field.tsx'
import styles from './delivery-search.module.css'

/**
 * Z-05: checks whether an address is suppressed, and can lift that. Addresses are stored as hashes and never listed.
 */
export function AddressCheck({ canLift }: { canLift: boolean }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Refusal>()
  const [checked, setChecked] = useState<{ email: string; about: Suppression }>()
  const [isBusy, setBusy] = useState(false)
  /** Not derived from the answer, which changes while the dialog is still open. */
  const [asking, setAsking] = useState<'stop' | 'lift'>()

  async function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const found = await callAccount('POST /api/admin/suppressions/find', { email: typed })
    setBusy(false)
    if (found.kind === 'refused') {
      setChecked(undefined)
      return setProblem(found)
    }
    setProblem(undefined)
    setChecked({ email: typed.trim(), about: found.answer.data })
  }

  return (
    <>
      <form className={styles.short} noValidate aria-busy={isBusy} onSubmit={(event) => void check(event)}>
        <InputField
          label="Email address"
          hint="Addresses that refuse our mail are stored as hashes: you can look one up only if you know it."
          error={problem?.errors.email ?? problem?.message}
          type="email"
          inputMode="email"
          value={typed}
          maxLength={254}
          onChange={setTyped}
        />
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          Look up
        </button>
      </form>
      <div role="status">
        {checked !== undefined && <Verdict checked={checked} canLift={canLift} onAsk={setAsking} />}
      </div>
      {asking === 'stop' && checked !== undefined && (
        <ConfirmDialog
          question="Stop mail to this address?"
          yes="Stop mail"
          busyYes="Stopping…"
          onYes={async () => {
            const stopped = await callAccount('POST /api/admin/suppressions/add', { email: checked.email })
            if (stopped.kind === 'refused') return stopped
            setChecked({ ...checked, about: stopped.answer.data })
            showToast('No more mail is sent there.')
            return undefined
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>
            No notifications go to <strong>{checked.email}</strong> anymore, until mail is allowed again here.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'lift' && checked !== undefined && (
        <ConfirmDialog
          question="Send mail to this address again?"
          yes="Send again"
          busyYes="Lifting…"
          isHarmless
          onYes={async () => {
            const lifted = await callAccount('POST /api/admin/suppressions/lift', { email: checked.email })
            if (lifted.kind === 'refused') return lifted
            setChecked({ ...checked, about: lifted.answer.data })
            showToast('This address gets mail again.')
            return undefined
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>
            The next message goes to <strong>{checked.email}</strong>. If its mail server refuses it again, we
            stop again.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Verdict({
  checked: { email, about },
  canLift,
  onAsk,
}: {
  checked: { email: string; about: Suppression }
  canLift: boolean
  onAsk: (what: 'stop' | 'lift') => void
}) {
  const { suppression, uids } = about
  const accounts =
    uids.length === 0 ? 'No account has this address.' : `It belongs to account ${uids.join(' and ')}.`
  return (
    <div className={styles.answer}>
      <p className={styles.verdict}>
        {suppression === null ? 'Mail is sent to ' : 'No mail is sent to '}
        <BreakableAddress address={email} />
      </p>
      {suppression !== null && (
        <p>
          {resultWords('email', suppression.reason)} Since{' '}
          <Moment at={suppression.since} precision="minute" /> nothing is sent there.
        </p>
      )}
      <p>{accounts}</p>
      {canLift && (
        <button
          type="button"
          className="button"
          onClick={() => onAsk(suppression === null ? 'stop' : 'lift')}
        >
          {suppression === null ? 'Stop mail to it' : 'Send mail there again'}
        </button>
      )}
    </div>
  )
}
