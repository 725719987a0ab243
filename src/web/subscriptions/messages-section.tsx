import { useUser } from '../account/use-user.ts'
import { ChannelsSummary } from '../settings/channels/channels-summary.tsx'
import { RuledSection } from '../settings/ruled-section.tsx'

/** Where what was chosen goes. */
export function MessagesSection() {
  const { user } = useUser()
  return (
    <RuledSection name="messages" title="Where messages go">
      {user !== undefined && <ChannelsSummary user={user} />}
    </RuledSection>
  )
}
