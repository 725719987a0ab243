import type { FastifyRequest } from 'fastify'
import type { Browser } from '../../accounts/enter.ts'
import { deviceOfCookies, sessionOfCookies } from '../../domain/account/session-cookies.ts'
import type { AppContext } from '../context.ts'

/** Who asks to be signed in, from the headers of the request. */
export function browserOf({ config }: Pick<AppContext, 'config'>, { ip, headers }: FastifyRequest): Browser {
  const isSecure = config.isHttps
  const cookies = headers.cookie ?? ''
  return {
    // What a link-local address is local to is no part of an address elsewhere.
    address: ip.replace(/%.*$/, ''),
    userAgent: headers['user-agent'],
    sessionToken: sessionOfCookies(cookies, { isSecure }),
    deviceToken: deviceOfCookies(cookies, { isSecure }),
  }
}
