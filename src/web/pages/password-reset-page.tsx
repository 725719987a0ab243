import { Link } from 'react-router'
import { LinkPage } from '../forms/link-page.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { OtherWay } from '../forms/other-ways.tsx'
import { accountPage } from '../shell/account-page.tsx'

export const passwordResetPage = accountPage({
  title: 'New password',
  description: () => 'Set a new password with the link we sent you.',
  Content: ({ context }) => (
    <LinkPage
      context={context}
      path="/user/password/reset"
      title="New password"
      lead="Choose a new password for your account. You’ll be signed out on all devices."
      words="Set password"
      busyWords="Setting it…"
      fields={(form) => (
        <NewPasswordFields form={form} label="New password" confirmLabel="Confirm new password" />
      )}
      instead={
        <OtherWay words="Link not working?">
          <Link to="/user/password">Ask for a new link</Link>
        </OtherWay>
      }
    />
  ),
})
