import { Link } from 'react-router'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import type { UnsubscribeScope } from '../../domain/telling/unsubscribe-address.ts'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'

const TOLD: Record<UnsubscribeScope, { title: string; lead: string }> = {
  thing: {
    title: 'You are unsubscribed',
    lead: 'You get no more messages about what that one was about. Whatever else you subscribe to keeps coming.',
  },
  everything: {
    title: 'Messages are switched off',
    lead: 'Nothing more is sent to where that message went. Your subscriptions stay as they are, so you can switch messages on again at any time.',
  },
}

/** What was done, the same for everyone, and the way back. */
export function LeftOff({ scope }: { scope: UnsubscribeScope }) {
  return (
    <FormPage {...TOLD[scope]}>
      <OtherWays>
        <OtherWay words="Changed your mind?">
          {scope === 'thing' ? (
            <Link to="/subscribe">Subscriptions</Link>
          ) : (
            <Link to={OWN_CHANNELS_PATH}>Switch messages on again</Link>
          )}
        </OtherWay>
        {scope === 'everything' && (
          <OtherWay words="What were they about?">
            <Link to="/subscribe">Subscriptions</Link>
          </OtherWay>
        )}
      </OtherWays>
    </FormPage>
  )
}
