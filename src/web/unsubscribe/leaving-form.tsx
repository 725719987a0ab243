import { Link } from 'react-router'
import type { UnsubscribeScope } from '../../domain/telling/unsubscribe-address.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import { FormPage } from '../forms/form-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import type { PageContext } from '../page.ts'
import { AboutLink, channelWords, destinationOf, isUsed } from './about-link.tsx'
import styles from './leaving-form.module.css'
import type { About } from './use-about.ts'

const NOT_WHOLE = 'This link is incomplete. Copy the whole address from the message.'
const DESTINATION_GONE =
  'The channel or the account that got this message was removed. Nothing is sent there anymore.'

/** One form with two buttons; without scripts it posts to its own page. */
export function LeavingForm({
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
