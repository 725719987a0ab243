import { aboutUnsubscribing } from '../../delivery/unsubscribing/about-unsubscribing.ts'
import { unsubscribe } from '../../delivery/unsubscribing/unsubscribe.ts'
import { Fault } from '../http/faults.ts'
import type { Handlers } from './asked.ts'
import { findOffer } from './find-offer.ts'

export const unsubscribingHandlers: Handlers<'POST /api/unsubscribe/about' | 'POST /api/unsubscribe'> = {
  'POST /api/unsubscribe/about': async ({ context, input }) => {
    const data = await aboutUnsubscribing(context.delivery, input.token)
    if (data === undefined) throw wrongToken()
    return { data }
  },

  'POST /api/unsubscribe': async ({ context, input }) => {
    const outcome = await unsubscribe(context.delivery, {
      ...input,
      findOffer: (machineName) => findOffer(context, machineName),
      now: context.clock(),
    })
    if (outcome.kind === 'wrong-token') throw wrongToken()
    return {
      data: { message: input.from === 'everything' ? SWITCHED_OFF : unsubscribedFrom(outcome.things) },
    }
  },
}

const SWITCHED_OFF = 'No more messages are sent there.'

function wrongToken() {
  return new Fault('wrong-input', {
    message: 'This link is invalid or incomplete. Copy the whole address from the message.',
  })
}

function unsubscribedFrom(things: readonly string[]) {
  if (things.length === 0) return 'You’re already unsubscribed from what this message was about.'
  return `You’re unsubscribed from ${new Intl.ListFormat('en').format(things)}.`
}
