import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import { type UnsubscribeScope, unsubscribeAsked } from '../../domain/notifying/unsubscribe-address.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import { AboutLink, channelWords, destinationOf, isUsed, Things } from '../unsubscribe/about-link.tsx'
import { type About, useAbout } from '../unsubscribe/use-about.ts'
import styles from './unsubscribe-page.module.css'

const NOT_WHOLE = 'This link is incomplete. Copy the whole address from the message.'
const DESTINATION_GONE =
  'The channel, address or account that got this message was changed or removed. Nothing is sent there anymore.'

function LeavingForm({
  context,
  token,
  about,
  first,
}: {
  context: PageContext
  token: string | undefined
  about: About
  first: UnsubscribeScope
}) {
  const form = useAccountForm('/unsubscribe', context)
  const noUse = noUseOf(token, about)
  return (
    <FormPage title="Unsubscribe" lead={leadOf({ hasUse: noUse === undefined, isUsed: isUsed(about) })}>
      {noUse === undefined ? (
        <div className={styles.leaving}>
          <AboutLink about={about} />
          <FormAlert
            ref={form.alert}
            problem={form.problem}
            isFromServer={form.problem !== undefined}
            isPast={form.isBusy}
          />
          <Choices form={form} about={about} first={first} />
        </div>
      ) : (
        <FormAlert problem={{ message: noUse, errors: {} }} />
      )}
      <OtherWays>
        <OtherWay words="Want to choose individually?">
          <Link to="/subscribe">Subscriptions</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

function leadOf({ hasUse, isUsed }: { hasUse: boolean; isUsed: boolean }) {
  const hasChoice = hasUse && !isUsed
  return `Nothing has changed yet.${hasChoice ? ' Choose what to stop.' : ''}`
}

function noUseOf(token: string | undefined, about: About): string | undefined {
  if (token === undefined) return NOT_WHOLE
  if (about.kind === 'dead') return about.message
  return about.kind === 'known' && about.data.channel === null ? DESTINATION_GONE : undefined
}

function Choices({ form, about, first }: { form: FormState; about: About; first: UnsubscribeScope }) {
  const isDone: Record<UnsubscribeScope, boolean> = {
    thing: about.kind === 'known' && about.data.things.length === 0,
    everything: about.kind === 'known' && !about.data.is_enabled,
  }
  const hasSeveral = about.kind === 'known' && about.data.things.length > 1
  const words: Record<UnsubscribeScope, { label: string; means: string }> = {
    thing: {
      label: hasSeveral ? 'Unsubscribe from these' : 'Unsubscribe from this',
      means: `Ends ${hasSeveral ? 'these subscriptions' : 'this subscription'} in all your channels. Your other subscriptions stay.`,
    },
    everything: {
      label: `Switch off ${channelWords(about)}`,
      means: `Stops all messages to ${destinationOf(about)} only. Your subscriptions and other channels stay, and you can switch it on again.`,
    },
  }
  const scopes: UnsubscribeScope[] = first === 'thing' ? ['thing', 'everything'] : ['everything', 'thing']
  const open = scopes.filter((scope) => !isDone[scope])
  return (
    <form
      ref={form.form}
      className={styles.choices}
      method="post"
      aria-busy={form.isBusy}
      onSubmit={form.onSubmit}
    >
      {open.map((scope) => (
        <div key={scope} className={styles.choice}>
          <button
            type="submit"
            name="from"
            value={scope}
            className={scope === first ? 'button primary' : 'button'}
            aria-describedby={`means-${scope}`}
            aria-disabled={form.isBusy || undefined}
          >
            {words[scope].label}
          </button>
          <p id={`means-${scope}`}>{words[scope].means}</p>
        </div>
      ))}
    </form>
  )
}

/** U-10: works signed in or not. */
export const unsubscribePage = accountPage({
  title: 'Unsubscribe',
  description: ({ global }) => `Stop messages from ${global.provider.name} with the link in one of them.`,
  inRecovery: 'Nothing was changed. The link in your message still works; please try again later.',
  Content: Unsubscribe,
})

function Unsubscribe({ context }: { context: PageContext }) {
  const { token, first = 'thing', done } = unsubscribeAsked(context.query)
  const about = useAbout(token)
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(done)
  useEffect(() => {
    if (before.current === done) return
    before.current = done
    const heading = page.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [done])
  return (
    <div ref={page}>
      {done === undefined ? (
        <LeavingForm key={token} context={context} token={token} about={about} first={first} />
      ) : (
        <LeftOff scope={done} about={about} />
      )}
    </div>
  )
}

function LeftOff({ scope, about }: { scope: UnsubscribeScope; about: About }) {
  return scope === 'thing' ? <Unsubscribed about={about} /> : <SwitchedOff about={about} />
}

function Unsubscribed({ about }: { about: About }) {
  const things = about.kind === 'known' ? about.data.things : []
  return (
    <FormPage
      title="You’re unsubscribed"
      lead="You won’t get messages about this anymore, in any channel. Your other subscriptions stay."
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
  const where = about.kind === 'known' ? destinationOf(about) : 'the destination of that message'
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
