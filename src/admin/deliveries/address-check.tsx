import { type SubmitEvent, useState } from 'react'
import type { Suppression } from '../../contract/admin/suppressions.ts'
import { resultWords, STOPPED_BY_STAFF } from '../../domain/notifying/channel-result.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { SendMailAgainDialog, StopMailDialog } from '../parts/mail-dialogs.tsx'
import { InputField } from '../parts/text-fields.tsx'
import styles from './delivery-search.module.css'

/** Z-05. Addresses are stored as hashes and never listed. */
export function AddressCheck({ canLift }: { canLift: boolean }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Refusal>()
  const [checked, setChecked] = useState<{ email: string; about: Suppression }>()
  const [isBusy, setBusy] = useState(false)
  /** Not derived from the answer, which changes while the dialog is still open. */
  const [asking, setAsking] = useState<'stop' | 'lift'>()

  const AskedDialog = asking === 'stop' ? StopMailDialog : SendMailAgainDialog

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
      {asking !== undefined && checked !== undefined && (
        <AskedDialog
          email={checked.email}
          onDone={(about) => setChecked({ ...checked, about })}
          onClose={() => setAsking(undefined)}
        />
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
      {canLift && suppression?.reason !== STOPPED_BY_STAFF && (
        <button type="button" className="button" onClick={() => onAsk('stop')}>
          {suppression === null ? 'Stop mail to this address…' : 'Keep mail stopped…'}
        </button>
      )}
      {canLift && suppression !== null && (
        <button type="button" className="button" onClick={() => onAsk('lift')}>
          Allow mail again…
        </button>
      )}
    </div>
  )
}
