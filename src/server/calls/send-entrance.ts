import type { FastifyReply } from 'fastify'
import type { Entrance } from '../../accounts/enter.ts'
import type { OpenedSession } from '../../contract/signing-in.ts'
import { deviceCookie } from '../../domain/account/session-cookies.ts'
import type { AccountContext } from '../context.ts'
import { type SignedInUser, sendSession } from './send-session.ts'

/** Sends a new session and marks the browser as known. */
export function sendEntrance(
  context: AccountContext,
  reply: FastifyReply,
  { user, entrance }: { user: SignedInUser; entrance: Entrance },
): OpenedSession {
  const opened = sendSession(context, reply, { user, tokens: entrance.tokens })
  reply.header('set-cookie', deviceCookie(entrance.deviceToken, { isSecure: context.config.isHttps }))
  return opened
}
