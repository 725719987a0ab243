import type { CallName } from '../../contract/calls.ts'
import type { Handlers } from './asked.ts'
import { channelHandlers } from './channels.ts'
import { deliveryHandlers } from './deliveries.ts'
import { ownAccountHandlers } from './own-account.ts'
import { sessionHandlers } from './sessions.ts'
import { staffLinkHandlers } from './staff-link.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { tokenHandlers } from './tokens.ts'
import { unsubscribingHandlers } from './unsubscribing.ts'

/** What answers each call; the compiler asks for every one. */
export const handlers: Handlers<CallName> = {
  ...sessionHandlers,
  ...tokenHandlers,
  ...ownAccountHandlers,
  ...staffLinkHandlers,
  ...subscriptionHandlers,
  ...channelHandlers,
  ...unsubscribingHandlers,
  ...deliveryHandlers,
}
