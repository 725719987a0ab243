import { Link } from 'react-router'
import { LinkPage } from '../forms/link-page.tsx'
import { OtherWay } from '../forms/other-ways.tsx'
import { accountPage } from '../shell/account-page.tsx'

/** For publishing while the identity provider is down. */
export const staffLinkPage = accountPage({
  title: 'Emergency access',
  description: () => 'Sign in with a link created on the server.',
  Content: ({ context }) => (
    <LinkPage
      context={context}
      path="/user/staff-link"
      title="Emergency access"
      lead={`This link signs ${context.global.provider.name} staff in while the employee login is down. It works once, and its use is recorded.`}
      words="Sign in"
      busyWords="Signing in…"
      instead={
        <OtherWay words="Employee login working again?">
          <Link to="/sign-in">Use it instead</Link>
        </OtherWay>
      }
    />
  ),
})
