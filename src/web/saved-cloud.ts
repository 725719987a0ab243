import type { Cloud } from '../domain/cloud.ts'
import { cloudCookies, cloudOfCookies } from '../domain/cloud-cookies.ts'

/** G-17: a choice is what is stored, and nothing short of it. */
export function saveCloud(cloud: Pick<Cloud, 'machine_name' | 'domain'>) {
  for (const cookie of cloudCookies(cloud, location.protocol === 'https:')) writeCookie(cookie)
  visitCloud(cloud)
}

/** The cloud whose pages the reader is on is selected too, but nobody asked to have it stored: it holds for this visit. */
export function visitCloud({ machine_name }: Pick<Cloud, 'machine_name'>) {
  visited = machine_name
  for (const tell of listeners) tell()
}

export function savedMachineName(): string | undefined {
  return visited ?? cloudOfCookies(document.cookie)
}

let visited: string | undefined

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
