import { takeAttempt } from '../../../accounts/throttle/throttle.ts'
import { findTokenOwner } from '../../../accounts/tokens/find-token.ts'
import { addChannel } from '../../../delivery/channels/add-channel.ts'
import { testChannel } from '../../../delivery/channels/test-channel.ts'
import { THROTTLE_LIMITS } from '../../../domain/account/throttle-limits.ts'
import { heldEdition } from '../../context.ts'
import { Fault, throttledFault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import type { V1Handlers } from './v1-asked.ts'

export const v1ChannelHandlers: V1Handlers<'POST /api/v1/channels'> = {
  'POST /api/v1/channels': async ({ context, input, token, now }) => {
    const { db } = context.accounts.desk
    const owner = await findTokenOwner(db, token.id)
    if (owner === undefined)
      throw new Fault('conflict', {
        message: 'The account that created this token is gone or locked. Create another token.',
      })
    const userId = owner.uid
    const limit = THROTTLE_LIMITS.channelTestsPerAccount
    const verdict = await takeAttempt(db, { limit, subject: String(userId), now })
    if (verdict.kind === 'throttled') throw throttledFault(verdict)
    const { kind, address, name = '' } = input
    const added = await addChannel(context.delivery, { userId, kind, name, address, now })
    if (added.kind === 'refused') throw wrongFields(added.errors)
    if (added.kind === 'not-verified') throw new Fault('not-allowed', { message: added.message })
    const provider = heldEdition(context).edition.site.provider.name
    const site = { provider, publicUrl: context.config.publicUrl }
    const tested = await testChannel(context.delivery, { userId, channelId: added.id, site, now })
    const hasArrived = tested.kind === 'tested' && tested.hasArrived
    const message = tested.kind === 'not-there' ? 'The channel was removed in the meantime.' : tested.message
    return {
      data: {
        id: added.id,
        secret: added.secret,
        has_arrived: hasArrived,
        message,
        follows: owner.follows ?? 0,
      },
    }
  },
}
