import type { Cloud } from '../domain/cloud.ts'
import { CLOUD_COOKIE_MAX_AGE_S } from '../domain/constants.ts'

export const CLOUD_COOKIE = 'cloud'
export const CLOUD_DOMAIN_COOKIE = 'cloud_domain'

type Saved = Pick<Cloud, 'machine_name' | 'domain'>

/** G-17: the chosen cloud lives in two cookies for a day. */
export function saveCloud(cloud: Saved) {
  for (const cookie of cloudCookies(cloud, location.protocol === 'https:')) writeCookie(cookie)
  for (const tell of listeners) tell()
}

export function savedMachineName(): string | undefined {
  return cookieValue(document.cookie, CLOUD_COOKIE)
}

const listeners = new Set<() => void>()

export function onCloudSaved(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function cloudCookies(cloud: Saved, isSecure: boolean): string[] {
  const attributes = `max-age=${CLOUD_COOKIE_MAX_AGE_S}; path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return [
    `${CLOUD_COOKIE}=${encodeURIComponent(cloud.machine_name)}; ${attributes}`,
    `${CLOUD_DOMAIN_COOKIE}=${encodeURIComponent(cloud.domain)}; ${attributes}`,
  ]
}

export function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

function writeCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in Safari.
  document.cookie = cookie
}
