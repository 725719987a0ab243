import type { Cloud } from '../domain/cloud.ts'
import { cloudCookies, cloudOfCookies } from '../domain/cloud-cookies.ts'

/** G-17 */
export function saveCloud(cloud: Pick<Cloud, 'machine_name' | 'domain'>) {
  for (const cookie of cloudCookies(cloud, location.protocol === 'https:')) writeCookie(cookie)
  for (const tell of listeners) tell()
}

export function savedMachineName(): string | undefined {
  return cloudOfCookies(document.cookie)
}

const listeners = new Set<() => void>()

export function onCloudSaved(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function writeCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in Safari.
  document.cookie = cookie
}
