import type { CallName } from '../../contract/calls.ts'
import type { Handlers } from './asked.ts'
import { ownAccountHandlers } from './own-account.ts'
import { sessionHandlers } from './sessions.ts'
import { staffLinkHandlers } from './staff-link.ts'
import { tokenHandlers } from './tokens.ts'

/** What answers each call; the compiler asks for every one. */
export const handlers: Handlers<CallName> = {
  ...sessionHandlers,
  ...tokenHandlers,
  ...ownAccountHandlers,
  ...staffLinkHandlers,
}
