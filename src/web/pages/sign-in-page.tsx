import { Link } from 'react-router'
import {
  type SignInAsked,
  signInAsked,
  signInNoticeText,
  signInProblemText,
  withAsked,
} from '../../domain/account/sign-in-address.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { AccountAside } from '../forms/account-aside.tsx'
import { AccountForm, FormNotice } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { useHash, withHash } from '../forms/use-hash.ts'
import { useLeadOn } from '../forms/use-lead-on.ts'
import { TakeAlong } from '../mine/take-along.tsx'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'

/** */
export const signInPage = accountPage({
  title: 'Sign In',
  description: ({ global }) => `Sign in to choose which ${global.provider.name} updates you get by email.`,
  Content: SignIn,
})

function SignIn({ context }: { context: PageContext }) {
  const { global, query } = context
  const { notice, problem, origin } = signInAsked(query)
  const form = useAccountForm('/sign-in', context)
  const hash = useHash()
  const to = origin === undefined ? undefined : withHash(origin, hash)
  useLeadOn(to ?? withHash('/', hash), form)
  return (
    <FormPage title="Sign In" aside={<AccountAside provider={global.provider.name} />}>
      {notice !== undefined && (
        <FormNotice tone={notice === 'password-set' ? 'up' : 'notice'}>
          {signInNoticeText(notice, global.provider.name)}
        </FormNotice>
      )}
      <AccountForm
        form={form}
        words="Sign In"
        busyWords="Signing in…"
        earlierProblem={problem === undefined ? undefined : signInProblemText(problem)}
        beside={<Link to="/user/password">Forgot Password</Link>}
      >
        <TextField
          {...form.field('name')}
          label="Email or username"
          inputMode="email"
          autoComplete="username"
          required
          maxLength={254}
        />
        <PasswordField {...form.field('pass')} label="Password" autoComplete="current-password" />
        <TakeAlong isAskedFor={false} />
      </AccountForm>
      <OtherWays>
        <OtherWay words="No account yet?">
          <Link to={withAsked('/sign-up', { origin: to })}>Sign Up</Link>
        </OtherWay>
        {global.sso !== null && (
          <OtherWay words={`${global.provider.name} employee?`}>
            <EmployeeLogin url={global.sso.url} asked={{ notice, origin: to }} isGov={global.isGov} />
          </OtherWay>
        )}
      </OtherWays>
      {/* Without scripts this page can't tell. */}
      <noscript>
        <OtherWays>
          <OtherWay words="Already signed in?">
            <Link to="/subscribe">Go to your account</Link>
          </OtherWay>
        </OtherWays>
      </noscript>
    </FormPage>
  )
}

function EmployeeLogin({ url, asked, isGov }: { url: string; asked: SignInAsked; isGov: boolean }) {
  const { cloud } = useSelectedCloud()
  const isFedRamp = cloud === undefined ? isGov : isGovernmental(cloud, isGov)
  return <a href={withAsked(url, asked)}>{isFedRamp ? 'FedRAMP Employee login' : 'Employee login'}</a>
}
