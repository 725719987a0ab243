import type { Cloud } from './cloud.ts'
import { CLOUD_COOKIE_MAX_AGE_S } from './constants.ts'
import { cookieIn } from './cookies.ts'

const CLOUD_COOKIE = 'cloud'
const CLOUD_DOMAIN_COOKIE = 'cloud_domain'

/** G-17: the chosen cloud is stored in two cookies for a day, by the server or by the browser. */
export function cloudCookies(cloud: Pick<Cloud, 'machine_name' | 'domain'>, isSecure: boolean): string[] {
  const attributes = `Max-Age=${CLOUD_COOKIE_MAX_AGE_S}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return [
    `${CLOUD_COOKIE}=${encodeURIComponent(cloud.machine_name)}; ${attributes}`,
    `${CLOUD_DOMAIN_COOKIE}=${encodeURIComponent(cloud.domain)}; ${attributes}`,
  ]
}

export function cloudOfCookies(cookies: string): string | undefined {
  const saved = cookieIn(cookies, CLOUD_COOKIE)
  if (saved === undefined) return undefined
  try {
    return decodeURIComponent(saved)
  } catch {
    return undefined
  }
}
