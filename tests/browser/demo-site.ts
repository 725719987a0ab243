import { inject } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import type { ListResponse, PostRecord } from '../../src/contract/records.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../src/domain/menu.ts'

export const CLOUD = {
  /** Has current issues and data centers of both types. */
  first: { domain: 'northwall.net', machineName: 'northwall_net' },
  second: { domain: 'northwall-one.net', machineName: 'northwall_one_net' },
  government: { domain: 'northwall-gov.net', machineName: 'northwall_gov_net' },
  /** Without security advisories. */
  beta: { domain: 'northwallbeta.net', machineName: 'northwallbeta_net' },
  /** Without data centers; its default page is the cloud status. */
  agent: { domain: 'agent.northwall.net', machineName: 'agent_northwall_net' },
} as const

const HOME = `/${CLOUD.first.domain}`

export const PATH = {
  home: HOME,
  incidents: `${HOME}/incidents`,
  maintenance: `${HOME}/maintenance`,
  cloudStatus: `${HOME}/cloud-status`,
  advisories: `${HOME}/security-advisories`,
  faq: `${HOME}/faq`,
} as const

export async function readJson<T>(path: string): Promise<T> {
  const response = await fetch(inject('siteUrl') + path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}

export async function readGlobal(): Promise<Global> {
  return readJson('/api/global')
}

export function menuPathsOf({ menu }: Global, cloud: Global['clouds'][number]): string[] {
  return pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => menuPath(item, cloud))
}

export async function richIncident(): Promise<PostRecord> {
  const { records } = await readJson<ListResponse>(`/api/incident?cloud=${CLOUD.first.machineName}`)
  return must(records.find(({ updates, datacenters }) => updates.length > 1 && datacenters.length > 0))
}

export interface ListedNotification {
  record: PostRecord
  /** Zero-based, in the list of advisories. */
  page: number
}

export async function findNotification(
  isWanted: (record: PostRecord) => boolean,
): Promise<ListedNotification> {
  for (let page = 0; ; page++) {
    const list = await readJson<ListResponse>(`/api/notifications?notification_type=advisories&page=${page}`)
    const record = list.records.find(isWanted)
    if (record !== undefined) return { record, page }
    must(list.records[0])
  }
}

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The demo content has no such thing.')
  return found
}
