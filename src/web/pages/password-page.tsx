import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isLinkSent } from '../../domain/account/account-pages.ts'
import { AccountForm } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import styles from './password-page.module.css'

/** */
export const passwordPage = accountPage({
  title: 'Forgot Password',
  description: () => 'Ask for a link to set a new password.',
  Content: ({ context }) => (isLinkSent(context.query) ? <LinkSent /> : <AskForLink context={context} />),
})

function AskForLink({ context }: { context: PageContext }) {
  const form = useAccountForm('/user/password', context)
  return (
    <FormPage
      title="Forgot Password"
      lead="Enter the email address of your account. We’ll send a link to set a new password."
    >
      <AccountForm form={form} words="Send link" busyWords="Sending…">
        <TextField
          {...form.field('email')}
          type="email"
          label="Email"
          autoComplete="username"
          required
          maxLength={254}
        />
      </AccountForm>
      <OtherWays>
        <OtherWay words="Remembered it?">
          <Link to="/sign-in">Sign In</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

/** Same text whether or not the account exists. */
function LinkSent() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <FormPage title="Check your email">
      <p ref={words} tabIndex={-1} role="status" className={styles.words}>
        If there is an account with that email address, a link to set a new password is on its way. It works
        once, within an hour.
      </p>
      <OtherWays>
        <OtherWay words="No email? Check your spam folder.">
          <Link to="/user/password">Ask again</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}
