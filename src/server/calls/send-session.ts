import type { FastifyReply } from 'fastify'
import type { Entrance } from '../../accounts/enter.ts'
import type { OpenedSession } from '../../contract/signing-in.ts'
import type { Role } from '../../domain/access.ts'
import { deviceCookie, type SessionTokens, sessionCookies } from '../../domain/account/session-cookies.ts'
import type { AccountContext } from '../context.ts'

interface SignedInUser {
  uid: number
  name: string
  roles: readonly Role[]
}

export function sendSession(
  { config }: AccountContext,
  reply: FastifyReply,
  { user, tokens }: { user: SignedInUser; tokens: SessionTokens },
): OpenedSession {
  reply.header('set-cookie', sessionCookies(tokens, { isSecure: config.isHttps }))
  return {
    data: {
      current_user: { uid: String(user.uid), name: user.name, roles: [...user.roles] },
      csrf_token: tokens.csrf,
      logout_token: tokens.logout,
    },
  }
}

export function sendEntrance(
  context: AccountContext,
  reply: FastifyReply,
  { user, entrance }: { user: SignedInUser; entrance: Entrance },
): OpenedSession {
  const opened = sendSession(context, reply, { user, tokens: entrance.tokens })
  reply.header('set-cookie', deviceCookie(entrance.deviceToken, { isSecure: context.config.isHttps }))
  return opened
}
