import { Link } from 'react-router'
import { LinkPage } from '../forms/link-page.tsx'
import { OtherWay } from '../forms/other-ways.tsx'
import { accountPage } from '../shell/account-page.tsx'

export const confirmEmailPage = accountPage({
  title: 'Confirm your new email',
  description: () => 'Confirm your new email address with the link we sent to it.',
  Content: ({ context }) => (
    <LinkPage
      context={context}
      path="/user/email/confirm"
      title="Confirm your new email"
      lead="Please confirm that this is your new email address. Until you do, your old one stays in use."
      words="Confirm email"
      busyWords="Confirming…"
      instead={
        <OtherWay words="Link not working?">
          <Link to="/account-settings">Ask again in settings</Link>
        </OtherWay>
      }
    />
  ),
})
