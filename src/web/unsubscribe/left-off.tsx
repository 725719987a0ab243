import { Link } from 'react-router'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import type { UnsubscribeScope } from '../../domain/telling/unsubscribe-address.ts'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { destinationOf, Things } from './about-link.tsx'
import type { About } from './use-about.ts'

/** What was done, and how to undo it. Opened without details, it shows the general text. */
export function LeftOff({ scope, about }: { scope: UnsubscribeScope; about: About }) {
  return scope === 'thing' ? <Unsubscribed about={about} /> : <SwitchedOff about={about} />
}

function Unsubscribed({ about }: { about: About }) {
  const things = about.kind === 'known' ? about.data.things : []
  return (
    <FormPage
      title="You’re unsubscribed"
      lead={
        things.length === 0
          ? 'You won’t get messages about this anymore, in any channel. Your other subscriptions stay.'
          : 'You won’t get messages about this anymore, in any channel. Your other subscriptions stay.'
      }
    >
      {things.length > 0 && <Things things={things} />}
      <OtherWays>
        <OtherWay words="Changed your mind?">
          <Link to="/subscribe">Subscriptions</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

function SwitchedOff({ about }: { about: About }) {
  const where = about.kind === 'known' ? destinationOf(about) : 'where that message went'
  return (
    <FormPage
      title="Messages are switched off"
      lead={`Nothing more is sent to ${where}. Your subscriptions and other channels stay, and you can switch it on again at any time.`}
    >
      <OtherWays>
        <OtherWay words="Changed your mind?">
          <Link to={OWN_CHANNELS_PATH}>Switch messages on again</Link>
        </OtherWay>
        <OtherWay words="What were they about?">
          <Link to="/subscribe">Subscriptions</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}
