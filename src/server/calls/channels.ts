import { takeAttempt } from '../../accounts/throttle/throttle.ts'
import { addChannel } from '../../delivery/channels/add-channel.ts'
import { changeChannel } from '../../delivery/channels/change-channel.ts'
import { ownChannels } from '../../delivery/channels/own-channels.ts'
import { removeChannel } from '../../delivery/channels/remove-channel.ts'
import { rotateSecret } from '../../delivery/channels/rotate-secret.ts'
import { testChannel } from '../../delivery/channels/test-channel.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault, throttledFault } from '../http/faults.ts'
import { type Handlers, wrongFields } from './asked.ts'

export const channelHandlers: Handlers<
  | 'GET /api/user/:uid/channels'
  | 'POST /api/user/:uid/channels'
  | 'POST /api/user/:uid/channels/:channel'
  | 'POST /api/user/:uid/channels/:channel/test'
  | 'POST /api/user/:uid/channels/:channel/secret'
  | 'POST /api/user/:uid/channels/:channel/remove'
> = {
  'GET /api/user/:uid/channels': async ({ context, viewer }) => ({
    data: await channelsOf(context, viewer.uid),
  }),

  'POST /api/user/:uid/channels': async ({ context, input, viewer }) => {
    const { kind, name, address } = input
    const asked = { userId: viewer.uid, kind, name, address, now: context.clock() }
    const outcome = await addChannel(context.delivery, asked)
    switch (outcome.kind) {
      case 'added': {
        const { id, secret } = outcome
        return { data: { ...(await channelsOf(context, viewer.uid)), id, secret } }
      }
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'not-verified':
        throw new Fault('not-allowed', { message: outcome.message })
    }
  },

  'POST /api/user/:uid/channels/:channel': async ({ context, input, viewer }) => {
    const { channel: channelId, name, is_enabled, cadence, min_severity_rank, gets_reminders } = input
    const change = { name, is_enabled, cadence, min_severity_rank, gets_reminders }
    const outcome = await changeChannel(context.delivery, { userId: viewer.uid, channelId, change })
    switch (outcome.kind) {
      case 'changed':
        return { data: await channelsOf(context, viewer.uid) }
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'not-there':
        throw new Fault('not-found', NO_CHANNEL)
    }
  },

  'POST /api/user/:uid/channels/:channel/test': async ({ context, input, viewer }) => {
    const { delivery, accounts, config } = context
    const now = context.clock()
    const limit = THROTTLE_LIMITS.channelTestsPerAccount
    const verdict = await takeAttempt(accounts.desk.db, { limit, subject: String(viewer.uid), now })
    if (verdict.kind === 'throttled') throw throttledFault(verdict)
    const provider = heldEdition(context).edition.site.provider.name
    const site = { provider, publicUrl: config.publicUrl }
    const outcome = await testChannel(delivery, { userId: viewer.uid, channelId: input.channel, site, now })
    switch (outcome.kind) {
      case 'tested': {
        const { hasArrived, message } = outcome
        return { data: { ...(await channelsOf(context, viewer.uid)), has_arrived: hasArrived, message } }
      }
      case 'not-verified':
        throw new Fault('not-allowed', { message: outcome.message })
      case 'not-there':
        throw new Fault('not-found', NO_CHANNEL)
    }
  },

  'POST /api/user/:uid/channels/:channel/secret': async ({ context, input, viewer }) => {
    const asked = { userId: viewer.uid, channelId: input.channel, now: context.clock() }
    const outcome = await rotateSecret(context.delivery, asked)
    if (outcome.kind === 'not-there') throw new Fault('not-found', NO_CHANNEL)
    return { data: { ...(await channelsOf(context, viewer.uid)), secret: outcome.secret } }
  },

  'POST /api/user/:uid/channels/:channel/remove': async ({ context, input, viewer }) => {
    const outcome = await removeChannel(context.delivery, { userId: viewer.uid, channelId: input.channel })
    switch (outcome.kind) {
      case 'removed':
        return null
      case 'is-mail':
        throw new Fault('wrong-input', { message: 'Email can’t be removed. You can switch it off.' })
      case 'not-there':
        throw new Fault('not-found', NO_CHANNEL)
    }
  },
}

/** Also for another user's channel, and for a key that a channel doesn't have. */
const NO_CHANNEL = { message: 'This channel doesn’t exist.' }

function channelsOf({ delivery, clock }: AccountContext, userId: number) {
  return ownChannels(delivery, { userId, now: clock() })
}
