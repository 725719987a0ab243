import type { Cloud } from '../../domain/cloud.ts'
import { cloudCookies, cloudOfCookies } from '../../domain/cloud-cookies.ts'
import { consent } from '../parts/preferences.ts'
import { writeCookie } from '../parts/write-cookie.ts'

/** G-17: what the reader chooses is stored, since that is what choosing is for. */
export function saveCloud(cloud: StoredCloud) {
  store(cloud)
  select(cloud)
}

/** The cloud whose pages the reader is on is selected too; whether a device remembers that is for the reader to say. */
export function visitCloud(cloud: StoredCloud) {
  if (consent() === 'accepted') store(cloud)
  select(cloud)
}

type StoredCloud = Pick<Cloud, 'machine_name' | 'domain'>

function store(cloud: StoredCloud) {
  for (const cookie of cloudCookies(cloud, location.protocol === 'https:')) writeCookie(cookie)
}

/** For as long as the page is open. */
let selected: string | undefined

function select({ machine_name }: StoredCloud) {
  selected = machine_name
  for (const tell of listeners) tell()
}

export function savedMachineName(): string | undefined {
  return selected ?? cloudOfCookies(document.cookie)
}

const listeners = new Set<() => void>()

export function onCloudSaved(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
