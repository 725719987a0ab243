import { useUser } from '../../ui/account/use-user.ts'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { ChannelsSummary } from '../settings/channels/channels-summary.tsx'

export function MessagesSection() {
  const { user } = useUser()
  return (
    <RuledSection name="messages" title="Where messages go">
      {user !== undefined && <ChannelsSummary user={user} />}
    </RuledSection>
  )
}
