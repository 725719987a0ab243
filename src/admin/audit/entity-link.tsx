import { Link } from 'react-router'
import { fieldName } from './field-changes.ts'

export function EntityLink({ entity, id, name }: { entity: string; id: string; name: string | null }) {
  // Failed sign-ins: unknown names are not stored, and a flood is one entry.
  if (entity === 'user' && id === 'unknown') return 'An unknown account'
  if (entity === 'user' && id === 'many') return 'Several accounts'
  if (entity === 'subscribers' && id === 'all')
    return <Link to="/admin/subscribers">Subscribers of all clouds</Link>
  const words = `${entityName(entity)} ${name === null ? id : `“${name}”`}`
  const path = entityPath(entity, id)
  return path === undefined ? words : <Link to={path}>{words}</Link>
}

export function entityName(entity: string): string {
  return NAMES[entity] ?? fieldName(entity)
}

const NAMES: Record<string, string> = {
  'ip-range': 'IP ranges of data center',
  user: 'Account',
  api_token: 'API token',
  publication: 'Publication',
  record: 'Record',
  'record-view': 'View',
  records: 'List of records as',
  // The id is that of the record. The words are not in the log.
  team: 'Team notes of record',
  // The id is that of the cloud, or `all`.
  subscribers: 'Subscribers of cloud',
  // The id is that of the record, or the hash of a single version.
  log: 'Versions in the public log of',
}

function entityPath(entity: string, id: string): string | undefined {
  switch (entity) {
    case 'record':
    case 'team':
      return `/admin/records/${id}`
    case 'log':
      return /^\d+$/.test(id) ? `/admin/records/${id}/log` : undefined
    case 'user':
      return `/admin/people/${id}`
    case 'publication':
      return `/admin/deliveries?view=search&publication=${id}`
    case 'api_token':
      return '/admin/tokens'
    case 'sender':
      return `/admin/senders/${id}`
    case 'template':
      return '/admin/templates'
    case 'series':
      return '/admin/series'
    case 'subscribers':
      return '/admin/subscribers'
    case 'import':
      return '/admin/imports'
    default: {
      const part = SITE_ENTITIES.get(entity)
      return part === undefined ? undefined : `/admin/site/${part}`
    }
  }
}

const SITE_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['banner', 'banners'],
  ['brand', 'brand'],
  ['cloud', 'clouds'],
  ['cloud-banner', 'home-banners'],
  ['compliance-row', 'compliance'],
  ['compliance-text', 'compliance-texts'],
  ['data-center', 'data-centers'],
  ['faq', 'faq'],
  ['ip-range', 'ip-ranges'],
  ['list-message', 'list-messages'],
  ['menu-item', 'menus'],
  ['page', 'policies'],
  ['product', 'products'],
  ['region', 'regions'],
  ['schedule', 'schedule'],
  ['service', 'services'],
  ['service-category', 'service-categories'],
  ['severity', 'severities'],
  ['status', 'statuses'],
  ['term', 'terms'],
  ['threat-day', 'threats'],
  ['threats', 'threats'],
])
