import type { FastifyRequest } from 'fastify'
import type { Browser } from '../../accounts/enter.ts'
import { deviceOfCookies, sessionOfCookies } from '../../domain/account/session-cookies.ts'

/** Who asks to be signed in, from the headers of the request. */
export function browserOf({ ip, headers }: FastifyRequest): Browser {
  const cookies = headers.cookie ?? ''
  return {
    // What a link-local address is local to is no part of an address elsewhere.
    address: ip.replace(/%.*$/, ''),
    userAgent: headers['user-agent'],
    sessionToken: sessionOfCookies(cookies),
    deviceToken: deviceOfCookies(cookies),
  }
}
