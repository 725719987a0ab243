import { Link } from 'react-router'
import { originOf, withAsked } from '../../domain/account/sign-in-address.ts'
import { AccountAside } from '../forms/account-aside.tsx'
import { AccountForm } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { useLeadOn } from '../forms/use-lead-on.ts'
import { TakeAlong } from '../mine/take-along.tsx'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'

/** */
export const signUpPage = accountPage({
  title: 'Sign Up',
  description: ({ global }) => `Sign up to choose which ${global.provider.name} updates you get by email.`,
  Content: SignUp,
})

function SignUp({ context }: { context: PageContext }) {
  const form = useAccountForm('/sign-up', context)
  useLeadOn('/subscribe', form)
  return (
    <FormPage title="Sign Up" aside={<AccountAside provider={context.global.provider.name} />}>
      <AccountForm form={form} words="Sign Up" busyWords="Signing up…">
        <TextField
          {...form.field('email')}
          type="email"
          label="Email"
          hint="We’ll send you a link to confirm it."
          // Password managers store the password under this.
          autoComplete="username"
          required
          maxLength={254}
        />
        <NewPasswordFields form={form} />
        <TakeAlong isAskedFor />
      </AccountForm>
      <OtherWays>
        <OtherWay words="Already have an account?">
          <Link to={withAsked('/sign-in', { origin: originOf(context.query) })}>Sign In</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}
