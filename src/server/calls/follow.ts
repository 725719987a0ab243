import { askToFollow, confirmFollow, type FollowConfirmed } from '../../accounts/follow/follow-by-mail.ts'
import { changeFollowedPost, followedPosts } from '../../accounts/follow/followed-posts.ts'
import { refuseByMail } from '../../accounts/follow/refuse-by-mail.ts'
import {
  aboutMailLink,
  askForMailLink,
  enterByMailLink,
  type MailLinkClaim,
} from '../../accounts/follow/sign-in-by-mail.ts'
import type { FollowedPosts } from '../../contract/follow.ts'
import { maskedEmail } from '../../delivery/unsubscribing/about-unsubscribing.ts'
import { readManageLink } from '../../delivery/unsubscribing/read-unsubscribe-link.ts'
import { emailProblem } from '../../domain/account/account-forms.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { choiceOfInput, type FollowChoice, HAS_PASSWORD, isFollowable } from '../../domain/follow-choice.ts'
import { followTarget, isClosedToFollowers } from '../../edition/answers/follow-answer.ts'
import { postAddress } from '../../edition/feeds/post-address.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault, throttledFault } from '../http/faults.ts'
import { browserOf, type Handlers, wrongFields } from './asked.ts'
import { sendEntrance } from './send-session.ts'
import { findOffer } from './subscriptions.ts'

/** The same answer for every address: only the owner of the mailbox learns more. */
const FOLLOW_ASKED = 'Check your email: open the link in it to confirm, and you’re done.'
const LINK_ASKED =
  'If this address follows something without a password, a link is on its way. It works once, within a day.'
const NOTHING_TO_FOLLOW = 'This is no longer on the site, so there is nothing to follow.'
const DEAD_LINK = 'This link has expired or was already used. Please ask for a new one.'
const WRONG_LINK = 'This link is invalid or incomplete. Copy the whole address from the email.'
const REFUSED = 'We won’t ask this address again.'

export const followHandlers: Handlers<
  | 'POST /api/follow'
  | 'POST /api/follow/confirm'
  | 'POST /api/follow/refuse'
  | 'POST /api/follow/manage/about'
  | 'POST /api/follow/manage'
  | 'POST /api/follow/link'
  | 'POST /api/follow/posts'
  | 'POST /api/follow/post'
> = {
  'POST /api/follow': async ({ context, input, request }) => {
    const email = rightEmail(context, input.email)
    const choice = choiceOfInput(input)
    const target = followTarget(heldEdition(context).edition, choice)
    if (target === undefined) throw new Fault('wrong-input', { message: NOTHING_TO_FOLLOW })
    if (target.record?.isClosed && target.things.length === 0)
      throw new Fault('wrong-input', { message: 'This is already over, so there is nothing left to follow.' })
    const { address } = browserOf(context, request)
    const outcome = await askToFollow(context.accounts.desk, {
      email,
      choice,
      name: target.name,
      address,
      now: context.clock(),
    })
    if (outcome.kind === 'throttled') throw throttledFault(outcome)
    return { data: { message: FOLLOW_ASKED } }
  },

  'POST /api/follow/confirm': async ({ context, input }) => {
    const { edition } = heldEdition(context)
    const outcome = await confirmFollow(context.accounts.desk, {
      token: input.token,
      provider: edition.site.provider,
      findTarget: (choice: FollowChoice) => followTarget(edition, choice),
      findOffer: (machineName) => findOffer(context, machineName),
      now: context.clock(),
    })
    if (outcome.kind === 'dead-link') throw new Fault('wrong-input', { message: DEAD_LINK })
    return { data: confirmationOf(outcome) }
  },

  'POST /api/follow/refuse': async ({ context, input: { token } }) => {
    const outcome = await refuseByMail(context.accounts.desk, { token, now: context.clock() })
    if (outcome.kind === 'wrong-token') throw new Fault('wrong-input', { message: WRONG_LINK })
    return { data: { message: REFUSED } }
  },

  'POST /api/follow/manage/about': async ({ context, input }) => {
    const link = await mailLinkOf(context, input.token)
    const { provider } = heldEdition(context).edition.site
    const about = await aboutMailLink(context.accounts.desk, { link, provider, now: context.clock() })
    return { data: { state: about.kind, address: about.kind === 'open' ? maskedEmail(about.email) : null } }
  },

  'POST /api/follow/manage': async ({ context, input, request, reply }) => {
    const outcome = await enterByMailLink(context.accounts.desk, {
      link: await mailLinkOf(context, input.token),
      browser: browserOf(context, request),
      provider: heldEdition(context).edition.site.provider,
      now: context.clock(),
    })
    switch (outcome.kind) {
      case 'entered':
        return sendEntrance(context, reply, outcome)
      case 'has-password':
        throw new Fault('wrong-input', { message: HAS_PASSWORD })
      case 'dead-link':
        throw new Fault('wrong-input', { message: DEAD_LINK })
    }
  },

  'POST /api/follow/link': async ({ context, input, request }) => {
    const email = rightEmail(context, input.email)
    const { address } = browserOf(context, request)
    const outcome = await askForMailLink(context.accounts.desk, { email, address, now: context.clock() })
    if (outcome.kind === 'throttled') throw throttledFault(outcome)
    return { data: { message: LINK_ASKED } }
  },

  'POST /api/follow/posts': async ({ context, viewer }) =>
    presentPosts(context, await followedPosts(context.accounts.desk, viewer.uid)),

  'POST /api/follow/post': async ({ context, input: { id, action }, viewer }) => {
    const record = heldEdition(context).edition.records.byId.get(id)
    // Following a withdrawn record can still be stopped.
    if (action === 'subscribe' && (record === undefined || !isFollowable(record.kind)))
      throw new Fault('not-found', { message: NOTHING_TO_FOLLOW })
    const outcome = await changeFollowedPost(context.accounts.desk, {
      userId: viewer.uid,
      recordId: id,
      action,
      now: context.clock(),
    })
    if (outcome.kind === 'no-account') throw new Fault('not-signed-in')
    return presentPosts(context, outcome.ids)
  },
}

function rightEmail(context: AccountContext, typed: string): string {
  const problem = emailProblem(typed, heldEdition(context).edition.site.provider)
  const email = emailAddress(typed)
  if (problem !== undefined || email === undefined) throw wrongFields({ email: problem })
  return email
}

/** A link from a message is signed. One that was requested is a secret in the database. */
async function mailLinkOf({ delivery }: AccountContext, token: string): Promise<MailLinkClaim> {
  const claim = await readManageLink(delivery, token)
  return claim === undefined ? { kind: 'one-time', token } : { kind: 'delivery', ...claim }
}

function confirmationOf(outcome: Exclude<FollowConfirmed, { kind: 'dead-link' }>) {
  switch (outcome.kind) {
    case 'following': {
      const message = `You’re following ${outcome.name}.`
      if (outcome.isMailOff) return { state: 'mail-off' as const, message }
      return { state: outcome.isClosed ? ('closed' as const) : ('following' as const), message }
    }
    case 'confirmed-before':
      return { state: outcome.kind, message: 'You have already confirmed this. There is nothing left to do.' }
    case 'gone':
      return { state: outcome.kind, message: NOTHING_TO_FOLLOW }
  }
}

function presentPosts(context: AccountContext, ids: readonly number[]): FollowedPosts {
  const { edition } = heldEdition(context)
  return {
    data: ids.map((id) => {
      const record = edition.records.byId.get(id)
      if (record === undefined) return { id, title: null, path: null, is_closed: true }
      const url = postAddress(edition, record, { cloud: undefined, publicUrl: '' })
      return { id, title: record.title, path: url, is_closed: isClosedToFollowers(edition, record) }
    }),
  }
}
