import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MailLinkAbout } from '../../contract/follow.ts'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { tokenOf } from '../../domain/account/token-of.ts'
import {
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_PATH,
  FOLLOW_REFUSE_PATH,
  type FollowChoice,
  type FollowNotice,
  followAddress,
  followAsked,
  followNotice,
  HAS_PASSWORD,
  inputOfChoice,
} from '../../domain/follow-choice.ts'
import type { RecordKind } from '../../domain/record.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import follow from '../follow/follow-panel.module.css'
import { FollowForm } from '../follow/follow-panel.tsx'
import { AccountForm } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { LinkPage } from '../forms/link-page.tsx'
import { OtherWay, OtherWays } from '../forms/other-ways.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useAccountForm } from '../forms/use-account-form.ts'
import { found, type PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import styles from './password-page.module.css'

type Target = ReadAnswer<'/api/follow/choice'>['data']

async function loadTarget({ read, query, global }: PageContext) {
  const choice = followAsked(query)
  const isKnown =
    choice !== undefined && global.clouds.some(({ machine_name }) => machine_name === choice.cloud)
  if (!isKnown) return found<Target>(null)
  const { data } = await read('/api/follow/choice', inputOfChoice(choice))
  return found<Target>(data)
}

/** U-12: where the panel leads without scripts, and where links to "Get updates" lead. */
export const followPage = accountPage<Target>({
  title: 'Get updates by email',
  description: () => 'Follow an incident, services or data centers by email, without a password.',
  load: loadTarget,
  Content({ data: target, context }) {
    const choice = followAsked(context.query)
    if (followNotice(context.query) === 'sent') return <LinkSent choice={choice} />
    if (choice === undefined || target === null) return <NothingToFollow context={context} />
    const followed = {
      choice,
      words: 'Follow',
      about: target.name,
      ...(target.record !== null && { kind: target.record.kind }),
    }
    return (
      <FormPage title="Get updates by email" lead={`We’ll email you about ${target.name}.`}>
        <div className={follow.page}>
          <FollowForm followed={followed} context={context} />
        </div>
        <OtherWays>
          <OtherWay words="Already have an account?">
            <Link to={signInAddress({ notice: 'subscribe', origin: '/subscribe' })}>Sign in</Link>
          </OtherWay>
        </OtherWays>
      </FormPage>
    )
  },
})

export const followConfirmPage = accountPage<Target>({
  title: 'Confirm what you follow',
  description: () => 'Confirm what you want to follow, with the link from our email.',
  inRecovery: 'Nothing was changed. The link in your email still works; please try again later.',
  load: loadTarget,
  Content({ data: target, context }) {
    const notice = followNotice(context.query)
    const choice = followAsked(context.query)
    if (notice !== undefined) return <Confirmed notice={notice} target={target} context={context} />
    return (
      <LinkPage
        context={context}
        path={FOLLOW_CONFIRM_PATH}
        title="One click left"
        lead={
          target === null
            ? 'Confirm what you want to follow.'
            : `Confirm that you want email about ${target.name}.`
        }
        words="Confirm"
        busyWords="Confirming…"
        instead={
          <OtherWay words="Link not working?">
            <Link to={followAddress(FOLLOW_PATH, choice)}>Ask for a new email</Link>
          </OtherWay>
        }
      />
    )
  },
})

export const followManagePage = accountPage({
  title: 'Manage what you follow',
  description: () => 'See and change what you follow by email, without a password.',
  inRecovery: 'Nothing was changed. The link in your email still works; please try again later.',
  Content({ context }) {
    if (followNotice(context.query) === 'sent') return <ManageLinkSent />
    const token = tokenOf(context.query)
    return token === undefined ? (
      <AskForManageLink context={context} />
    ) : (
      <Enter context={context} token={token} />
    )
  },
})

/** The link in the mail never expires. */
export const followRefusePage = accountPage({
  title: 'Never ask this address again',
  description: () => 'Stop emails that ask you to confirm what you want to follow.',
  inRecovery: 'Nothing was changed. The link in your email still works; please try again later.',
  Content({ context }) {
    if (followNotice(context.query) === 'refused')
      return (
        <FormPage title="We won’t ask again">
          <Status>{REFUSED}</Status>
        </FormPage>
      )
    return (
      <LinkPage
        context={context}
        path={FOLLOW_REFUSE_PATH}
        title="Never ask this address again?"
        lead="If someone else entered your address, you can refuse all further requests. They won’t be notified."
        words="Never ask again"
        busyWords="Saving…"
        instead={
          <OtherWay words="Already following something?">
            <Link to={FOLLOW_MANAGE_PATH}>Manage what you follow</Link>
          </OtherWay>
        }
      />
    )
  },
})

const REFUSED =
  'We won’t ask this address again, no matter who enters it. We store only a hash of the address for this. If you change your mind, sign up with a password and verify your address; then we may ask again.'

function NothingToFollow({ context: { cloud } }: { context: PageContext }) {
  return (
    <FormPage title="There is nothing to follow here" lead="It was withdrawn, or the link is incomplete.">
      <OtherWays>
        <OtherWay words="Everything about this cloud:">
          <Link to={`/${cloud.domain}`}>{cloud.domain}</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

/** The same for every address, so it reveals nothing. */
function LinkSent({ choice }: { choice: FollowChoice | undefined }) {
  return (
    <FormPage title="Check your email">
      <Status>We sent you a link. Open it to confirm, and you’re done. It works once, within a day.</Status>
      <OtherWays>
        <OtherWay words="No email? Check your spam folder.">
          <Link to={followAddress(FOLLOW_PATH, choice)}>Ask again</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

function Status({ children }: { children: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} tabIndex={-1} role="status" className={styles.words}>
      {children}
    </p>
  )
}

function Confirmed({
  notice,
  target,
  context: { cloud, global },
}: {
  notice: FollowNotice
  target: Target
  context: PageContext
}) {
  const domain = target?.cloud ?? cloud.domain
  const back =
    target?.record == null
      ? { to: `/${domain}`, words: domain }
      : { to: `/${domain}/posts/${target.record.id}`, words: 'Read the post' }
  const isDone = notice !== 'gone' && notice !== 'refused'
  return (
    <FormPage
      title={isDone ? `You’re following ${target?.name ?? 'this'}` : 'There is nothing to follow anymore'}
    >
      <Status>{CONFIRMED[notice](global.provider.name, target?.record?.kind)}</Status>
      <OtherWays>
        <OtherWay words="Back to the site:">
          <Link to={back.to}>{back.words}</Link>
        </OtherWay>
        {notice === 'mail-off' ? (
          <OtherWay words="Switch email on:">
            <Link to="/account-settings">Account settings</Link>
          </OtherWay>
        ) : (
          isDone && (
            <OtherWay words="Follow something else, or stop?">
              <Link to={FOLLOW_MANAGE_PATH}>Get a link to manage this</Link>
            </OtherWay>
          )
        )}
      </OtherWays>
    </FormPage>
  )
}

const EACH_MAIL = 'Every email has a link to change this and one to stop it.'

const CONFIRMED: Record<FollowNotice, (provider: string, kind: RecordKind | undefined) => string> = {
  sent: () => EACH_MAIL,
  following: (provider) => `You’ll get email from ${provider} Trust from now on. ${EACH_MAIL}`,
  closed: (_, kind) =>
    kind === 'incident'
      ? `It has ended in the meantime. You’ll get email if it starts again and when its post-mortem is published. ${EACH_MAIL}`
      : `It was closed in the meantime. You’ll get email if it is reopened. ${EACH_MAIL}`,
  'mail-off': () => 'It is added to your account, but email is switched off there. Sign in to switch it on.',
  'confirmed-before': () => `You had already confirmed this. There is nothing left to do. ${EACH_MAIL}`,
  refused: () => REFUSED,
  gone: () => 'It was withdrawn before you confirmed. We won’t send you anything.',
}

function AskForManageLink({ context }: { context: PageContext }) {
  const form = useAccountForm(FOLLOW_MANAGE_PATH, context)
  return (
    <FormPage
      title="Manage what you follow"
      lead="Enter the address that our emails go to. We’ll send a link that signs you in once, without a password."
    >
      <AccountForm form={form} words="Send link" busyWords="Sending…">
        <TextField
          {...form.field('email')}
          type="email"
          label="Email"
          autoComplete="email"
          required
          maxLength={254}
        />
      </AccountForm>
      <OtherWays>
        <OtherWay words="Have a password?">
          <Link to={signInAddress({ notice: 'subscribe', origin: '/subscribe' })}>Sign in</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

function ManageLinkSent() {
  return (
    <FormPage title="Check your email">
      <Status>
        If this address follows something without a password, a link is on its way. It works once, within a
        day.
      </Status>
      <OtherWays>
        <OtherWay words="No email? Check your spam folder.">
          <Link to={FOLLOW_MANAGE_PATH}>Ask again</Link>
        </OtherWay>
        <OtherWay words="Have a password?">
          <Link to={signInAddress({ notice: 'subscribe', origin: '/subscribe' })}>Sign in</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

/** Names the account before anyone signs in to it: the link may have come from someone else. */
function Enter({ context, token }: { context: PageContext; token: string }) {
  const about = useAboutLink(token)
  const form = useAccountForm(FOLLOW_MANAGE_PATH, context)
  const isDead = about !== undefined && about.state !== 'open'
  return (
    <FormPage
      title="Manage what you follow"
      lead={about?.address == null ? LEAD : `Sign in as ${about.address} to see and change what you follow.`}
    >
      {isDead ? (
        <FormAlert problem={{ message: about.state === 'has-password' ? HAS_PASSWORD : USED, errors: {} }} />
      ) : (
        <AccountForm form={form} words="Sign in" busyWords="Signing in…" />
      )}
      <OtherWays>
        <OtherWay words="Link used or expired?">
          <Link to={FOLLOW_MANAGE_PATH}>Get a new one</Link>
        </OtherWay>
        <OtherWay words="Have a password?">
          <Link to={signInAddress({ notice: 'subscribe', origin: '/subscribe' })}>Sign in</Link>
        </OtherWay>
      </OtherWays>
    </FormPage>
  )
}

const LEAD = 'Sign in with this link to see and change what you follow. It works once.'
const USED = 'This link has expired or was already used.'

function useAboutLink(token: string): MailLinkAbout['data'] | undefined {
  const [about, setAbout] = useState<MailLinkAbout['data']>()
  useEffect(() => {
    let isCurrent = true
    void callAccount('POST /api/follow/manage/about', { token }).then((called) => {
      if (isCurrent && called.kind === 'done') setAbout(called.answer.data)
    })
    return () => {
      isCurrent = false
    }
  }, [token])
  return about
}
