import { Link } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { EmailState } from './email-state.tsx'
import { SettingsSection } from './settings-section.tsx'

/** where messages go. */
export function NotificationsSection({
  settings: { email, is_verified },
}: {
  settings: AccountSettings['data']
}) {
  return (
    <SettingsSection name="notifications" intro={introOf(email, is_verified)}>
      {email !== null && <EmailState email={email} isVerified={is_verified} />}
      <p>
        <Link to="/subscribe">Subscriptions</Link>
      </p>
    </SettingsSection>
  )
}

function introOf(email: string | null, isVerified: boolean) {
  if (email === null) return 'There is no email address for messages to go to.'
  return isVerified
    ? 'Messages go to your email address.'
    : 'Messages go to your email address once it is verified. Until then none is sent.'
}
