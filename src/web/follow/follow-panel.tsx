import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { countChosen } from '../../domain/chosen-places.ts'
import { FOLLOW_PATH, type FollowChoice, followAddress } from '../../domain/follow-choice.ts'
import type { RecordKind } from '../../domain/record.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { useSession } from '../../ui/account/session.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import { type FormState, useForm } from '../../ui/forms/use-form.ts'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { sendAccountForm } from '../forms/send-account-form.ts'
import { TextField } from '../forms/text-field.tsx'
import type { PageContext } from '../page.ts'
import { FoldButton } from '../parts/fold-button.tsx'
import { usePast } from '../past/past-context.ts'
import { flipped } from '../subscriptions/change.ts'
import { choiceOf } from '../subscriptions/choices.ts'
import { cloudChoiceStore, useChoiceState } from '../subscriptions/own-choices.ts'
import { useSubscribing } from '../subscriptions/use-subscribing.tsx'
import styles from './follow-panel.module.css'
import { WaysToFollow } from './ways-to-follow.tsx'

export interface FollowOffer {
  choice: FollowChoice
  words: string
  /** What the messages are about, for the middle of a sentence. */
  about: string
  kind?: RecordKind
  /** Only known for signed-in readers. */
  isFollowed?: boolean | undefined
}

/** U-12: an email address is enough. Without scripts the form posts to the page of this choice. */
export function FollowPanel({
  followed,
  context,
  side = 'end',
}: {
  followed: FollowOffer
  context: PageContext
  /** Side of the page that the button is on. The panel opens toward the other side. */
  side?: 'start' | 'end' | undefined
}) {
  const session = useSession()
  // Another page replaces this; another view of the page, such as a closed post, leaves it open.
  const { ref, isOpen, onToggle } = useDisclosure({ closesOnNavigation: false })
  useEffect(() => {
    const email = isOpen ? ref.current?.querySelector<HTMLInputElement>('input[type=email]') : null
    email?.focus()
    // In a dialog, the button may be at its lower edge.
    email?.form?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, ref])
  // There are no accounts in disaster recovery, and posts of the past have no news.
  const past = usePast()
  if (context.global.isTrustDR || past !== undefined) return null
  if (session.kind === 'signed-in') return <OwnFollow followed={followed} />
  return (
    <details ref={ref} className={styles.follow} open={isOpen} onToggle={onToggle}>
      <FoldButton>{followed.words}</FoldButton>
      {/* Pressing a label focuses its nearest focusable ancestor. That must not be the page: it would close this. */}
      <div className={styles.panel} data-side={side} tabIndex={-1}>
        <FollowForm followed={followed} context={context} />
        <WaysToFollow offer={followed} />
      </div>
    </details>
  )
}

export function FollowForm({ followed, context }: { followed: FollowOffer; context: PageContext }) {
  const { choice } = followed
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    posted: context.posted,
    async send(fields) {
      const query = new URLSearchParams(followAddress('', choice).slice(1))
      const { provider } = context.global
      const sent = await sendAccountForm(FOLLOW_PATH, {
        call: callAccount,
        fields,
        query,
        provider,
        session: undefined,
      })
      if (sent.kind === 'refused') return sent
      setSentTo(fields.email?.trim() ?? '')
      return undefined
    },
  })
  if (sentTo !== undefined) return <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />
  return (
    <div className={styles.body}>
      <FormAlert
        ref={form.alert}
        problem={fieldless(form)}
        isFromServer={context.posted !== undefined}
        isPast={form.isBusy}
      />
      <form
        ref={form.form}
        className={styles.form}
        method="post"
        action={followAddress(FOLLOW_PATH, choice)}
        noValidate
        aria-busy={form.isBusy}
        onSubmit={form.onSubmit}
      >
        <TextField
          {...form.field('email')}
          type="email"
          label="Email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
          required
          maxLength={254}
          hint="We’ll send one link to confirm. No password."
        />
        {choice.kind === 'record' && <HowLong followed={followed} isLasting={choice.isLasting} />}
        <button type="submit" className="button primary" aria-disabled={form.isBusy || undefined}>
          {form.isBusy ? 'Sending…' : 'Follow'}
        </button>
      </form>
    </div>
  )
}

/** The field shows its own error. */
function fieldless({ problem }: FormState) {
  return problem !== undefined && Object.keys(problem.errors).length === 0 ? problem : undefined
}

function HowLong({ followed: { kind, about }, isLasting }: { followed: FollowOffer; isLasting: boolean }) {
  const { once, lasting } = LENGTHS[kind ?? 'incident']
  return (
    <fieldset className={styles.length}>
      <legend className="hidden">How long do you want to follow {about}?</legend>
      <label>
        <input type="radio" name="later" value="" defaultChecked={!isLasting} />
        {once}
      </label>
      <label>
        <input type="radio" name="later" value="1" defaultChecked={isLasting} />
        {lasting}
      </label>
    </fieldset>
  )
}

const LENGTHS: Record<RecordKind, { once: string; lasting: string }> = {
  incident: { once: 'Until it’s resolved', lasting: 'Also future incidents like this one' },
  maintenance: { once: 'Until it’s completed', lasting: 'Also future maintenance of this cloud' },
  advisory: { once: 'Until it’s closed', lasting: 'Also future security advisories for this cloud' },
  notification: { once: 'Only this', lasting: 'Also future ones' },
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={styles.body}>
      <p ref={words} tabIndex={-1} role="status" className={styles.sent}>
        <strong>Check your email.</strong> We sent a link to <bdi>{to}</bdi>. Open it to confirm, and you’re
        done.
      </p>
      <p className={styles.again}>
        No email? Check your spam folder, or{' '}
        <button type="button" className={styles.link} onClick={onAgain}>
          try again
        </button>
        . Already have an account? <Link to="/sign-in">Sign in</Link>
      </p>
    </div>
  )
}

/** Selections of several places are changed place by place. */
function OwnFollow({ followed }: { followed: FollowOffer }) {
  const { choice } = followed
  if (choice.kind === 'record') return <OwnPost key={choice.record} followed={followed} id={choice.record} />
  const { services, dataCenters } = choice.places
  const [tid] = [...services, ...dataCenters]
  return countChosen(choice.places) === 1 && tid !== undefined ? (
    <OwnPlace followed={followed} choice={choice} tid={tid} />
  ) : (
    <Link className="button" to="/subscribe">
      Manage subscriptions
    </Link>
  )
}

function OwnPost({ followed: { words, about, isFollowed }, id }: { followed: FollowOffer; id: number }) {
  const [changed, setChanged] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const isOn = changed ?? isFollowed ?? false
  async function flip() {
    if (isBusy) return
    setBusy(true)
    setChanged(!isOn)
    const called = await callAccount('POST /api/follow/post', {
      id,
      action: isOn ? 'unsubscribe' : 'subscribe',
    })
    setBusy(false)
    if (called.kind === 'done') {
      showToast(isOn ? `You no longer follow ${about}.` : `You follow ${about}.`)
    } else {
      setChanged(isOn)
      showToast(called.message, { isProblem: true })
    }
  }
  return <FollowButton words={words} isOn={isOn} onPress={() => void flip()} />
}

function OwnPlace({
  followed: { words, about },
  choice,
  tid,
}: {
  followed: FollowOffer
  choice: FollowChoice
  tid: number
}) {
  const store = cloudChoiceStore(choice.cloud)
  const { choices } = useChoiceState(store)
  const subscribe = useSubscribing(store)
  const isLoaded = choices !== undefined
  useEffect(() => {
    if (!isLoaded) void store.load()
  }, [store, isLoaded])
  const isOn = (choices && choiceOf(choices, tid)?.isSubscribed) ?? false
  const target = { kind: 'item', tid, name: about } as const
  return <FollowButton words={words} isOn={isOn} onPress={() => void subscribe(flipped(target, isOn))} />
}

function FollowButton({ words, isOn, onPress }: { words: string; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button" aria-pressed={isOn} onClick={onPress}>
      {isOn ? 'Following ✓' : words}
    </button>
  )
}
