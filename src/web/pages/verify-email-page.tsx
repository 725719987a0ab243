import { Link } from 'react-router'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { LinkPage } from '../forms/link-page.tsx'
import { OtherWay } from '../forms/other-ways.tsx'
import { accountPage } from '../shell/account-page.tsx'

export const verifyEmailPage = accountPage({
  title: 'Verify your email',
  description: () => 'Verify your email address with the link we sent to it.',
  Content: ({ context }) => (
    <LinkPage
      context={context}
      path="/user/verify"
      title="Verify your email"
      lead="Please confirm that this is your email address. After that, you’ll receive the notifications you choose."
      words="Verify email"
      busyWords="Verifying…"
      instead={
        <OtherWay words="Link not working?">
          <Link to={signInAddress({ origin: '/subscribe' })}>Sign in for a new one</Link>
        </OtherWay>
      }
    />
  ),
})
