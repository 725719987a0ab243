import type { Edition, Site } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { plainRecord } from './plain-record.ts'

const POSTED_ON = new Date('2026-03-01T10:00:00Z')

const OPEN = 3
export const CLOSED = 6

export function madeUpAdvisory(change: Partial<EditionRecord> = {}): EditionRecord {
  return plainRecord({
    id: 42,
    kind: 'advisory',
    incident_type: 'advisory',
    event_type: 'security_advisory',
    title: 'Agent: weak check of updates',
    alias: 'agent-weak-check-of-updates-42',
    summary: 'An old package was taken for an update.',
    body: '<p>An old package was taken for an update.</p><ul><li>Agent before 4.2</li></ul>',
    status_id: OPEN,
    severity_tid: 641,
    created_at: POSTED_ON,
    posted_on: POSTED_ON,
    from_time: POSTED_ON,
    updated_on: POSTED_ON,
    clouds: [1],
    revisions: [POSTED_ON],
    ...change,
  })
}

/** A site of two clouds, the first with services 11 and 12. Cloud 9 was retired, and service 13 with it. */
export function madeUpEdition(records: readonly EditionRecord[], change: Partial<Site> = {}): Edition {
  const service = (tid: number, name: string) => ({
    tid,
    name,
    info: '',
    isActive: true,
    startedOn: '2020-01-01',
    endedOn: null,
  })
  const services = [service(11, 'DNS Control'), service(12, 'Sandbox'), service(13, 'Old Mail')]
  const cloud = (id: number, domain: string) => ({
    id,
    title: domain,
    machine_name: domain.replaceAll('.', '_'),
    domain,
    default_page: 'cloud-status',
    type: 'internet_access',
    is_gov: false,
    cloud_status: { core_cloud_services: '1', datacenter: '1', premium_datacenter: '0' } as const,
    banner: { title: '', description: '' },
    serviceCategories: id === 1 ? [{ tid: 10, title: 'All', services: services.slice(0, 2) }] : [],
    regions: [],
    schedule: [],
  })
  const status = (id: number, name: string, isClosed: boolean) => ({
    id,
    name,
    class: name.toLowerCase(),
    icon: '',
    isClosed,
    isRetired: false,
  })
  const site = {
    provider: {
      name: 'Northwall',
      legal_name: 'Northwall Security, Inc.',
      staff_domains: [],
      help_url: '',
      gov_help_url: '',
      feedback_email: 'feedback@northwall.example',
      security_contact: '',
      update_every_hours: null,
    },
    products: [{ machine_name: 'internet_access', title: 'Internet Access' }],
    clouds: [cloud(1, 'northwall.net'), cloud(2, 'northwallone.net')],
    statuses: [status(OPEN, 'Monitoring', false), status(CLOSED, 'Remediated', true)],
    services: new Map(services.map((each) => [each.tid, each])),
    ...change,
  } as unknown as Site
  return {
    number: 7,
    history: 'history',
    siteNumber: 7,
    threatNumber: 7,
    log: null,
    logEntries: new Map(),
    publishedAt: new Date('2026-04-01T00:00:00Z'),
    site,
    records: nextShelf(EMPTY_SHELF, { changed: [...records], withdrawn: [] }),
    messageTimes: new Map(),
    threats: undefined as unknown as Edition['threats'],
  }
}
