import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { flashText } from '../../domain/account/flash.ts'
import { secondStepAddress, secondStepAsked } from '../../domain/account/second-step-address.ts'
import { withAsked } from '../../domain/account/sign-in-address.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { sessionChanged } from '../../ui/account/session.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { askForPasskey, usePasskeysHere } from '../account/passkeys.ts'
import { AccountForm, FormNotice } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { useHash, withHash } from '../forms/use-hash.ts'
import { useLeadOn } from '../forms/use-lead-on.ts'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'

const TITLE = 'Confirm it’s you'

export const secondStepPage = accountPage({
  title: TITLE,
  description: () => 'The second step of signing in.',
  Content: SecondStep,
})

function SecondStep({ context }: { context: PageContext }) {
  const { isByRecoveryCode } = secondStepAsked(context.query)
  return <Confirm key={isByRecoveryCode ? 'recovery' : 'usual'} context={context} />
}

function Confirm({ context }: { context: PageContext }) {
  const asked = secondStepAsked(context.query)
  const { has, isByRecoveryCode, origin } = asked
  const form = useAccountForm('/user/second-step', context)
  const hash = useHash()
  const to = withHash(origin ?? '/', hash)
  const [isAtPasskey, setAtPasskey] = useState(false)
  useLeadOn(to, { isBusy: form.isBusy || isAtPasskey })
  const other = (of: Partial<typeof asked>) => withHash(secondStepAddress({ ...asked, ...of }), hash)
  const hasApp = has.includes('app')
  const showsPasskey = has.includes('passkey') && !isByRecoveryCode
  const showsCode = isByRecoveryCode || hasApp
  return (
    <FormPage title={TITLE} lead="One more step after your password, and you are signed in.">
      {showsPasskey && <ByPasskey to={to} isAlone={!showsCode} onBusy={setAtPasskey} />}
      {showsCode && (
        <AccountForm form={form} words="Confirm" busyWords="Checking…">
          {isByRecoveryCode ? (
            <TextField
              {...form.field('code')}
              label="Recovery code"
              hint="One of the ten codes you saved when you set up two-step sign-in. Each works once."
              autoComplete="off"
              required
              maxLength={64}
            />
          ) : (
            <TextField
              {...form.field('code')}
              label="Code from your authenticator app"
              hint="Six digits. The app shows a new code every 30 seconds."
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={64}
            />
          )}
        </AccountForm>
      )}
      <OtherWays>
        {isByRecoveryCode ? (
          <OtherWay words="Found it again?">
            <Link to={other({ isByRecoveryCode: false })} replace>
              {hasApp ? 'Use your authenticator app' : 'Use a passkey'}
            </Link>
          </OtherWay>
        ) : (
          <OtherWay words={hasApp ? 'Lost your phone?' : 'Lost your passkey?'}>
            <Link to={other({ isByRecoveryCode: true })} replace>
              Use a recovery code
            </Link>
          </OtherWay>
        )}
        <OtherWay words="Not you?">
          <Link to={withAsked('/sign-in', { origin })}>Start again</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

function ByPasskey({
  to,
  isAlone,
  onBusy,
}: {
  to: string
  isAlone: boolean
  onBusy: (isBusy: boolean) => void
}) {
  const isHere = usePasskeysHere()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setProblem(undefined)
    const options = await callAccount('POST /api/user/second-step/passkey/options', {})
    if (options.kind === 'refused') return setProblem(options)
    const used = await askForPasskey(options.answer.data)
    if (used.kind === 'failed') return setProblem({ message: used.message, errors: {} })
    const { clientDataJSON, authenticatorData, signature } = used.value.response
    const { id, rawId } = used.value
    const credential = {
      id,
      rawId,
      type: 'public-key' as const,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    }
    const opened = await callAccount('POST /api/user/second-step/passkey', { credential })
    if (opened.kind === 'refused') return setProblem(opened)
    sessionChanged()
    showToast(flashText('signed-in'))
    await navigate(to, { replace: true })
  }

  async function press() {
    if (isBusy) return
    setBusy(true)
    onBusy(true)
    await confirm()
    setBusy(false)
    onBusy(false)
  }

  return (
    <>
      <FormAlert problem={problem} isPast={isBusy} />
      <noscript>
        <FormNotice tone="notice">
          Passkeys need JavaScript. Turn it on, or choose another option below.
        </FormNotice>
      </noscript>
      {isHere === false ? (
        <FormNotice tone="notice">
          This browser can’t use passkeys here. Choose another option below.
        </FormNotice>
      ) : (
        <p>
          <button
            type="button"
            className={isAlone ? 'button primary' : 'button'}
            disabled={isHere !== true}
            aria-disabled={isBusy || undefined}
            onClick={press}
          >
            {isBusy ? 'Waiting for your passkey…' : 'Use a passkey'}
          </button>
        </p>
      )}
    </>
  )
}
