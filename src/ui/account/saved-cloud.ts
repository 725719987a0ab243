import type { Cloud } from '../../domain/cloud.ts'
import { cloudCookies, cloudOfCookies } from '../../domain/cloud-cookies.ts'
import { makeListeners } from '../listeners.ts'
import { consent } from '../parts/preferences.ts'
import { writeCookie } from '../parts/write-cookie.ts'

/** G-17: an explicit choice is stored without further consent. */
export function saveCloud(cloud: StoredCloud) {
  store(cloud)
  select(cloud)
}

/** Visiting a cloud selects it too; storing that needs consent. */
export function visitCloud(cloud: StoredCloud) {
  if (consent() === 'accepted') store(cloud)
  select(cloud)
}

type StoredCloud = Pick<Cloud, 'machine_name' | 'domain'>

function store(cloud: StoredCloud) {
  for (const cookie of cloudCookies(cloud, location.protocol === 'https:')) writeCookie(cookie)
}

let selected: string | undefined

function select({ machine_name }: StoredCloud) {
  selected = machine_name
  listeners.notifyAll()
}

export function savedMachineName(): string | undefined {
  return selected ?? cloudOfCookies(document.cookie)
}

const listeners = makeListeners()

export const onCloudSaved = listeners.add
