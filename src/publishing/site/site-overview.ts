import type { PartOverview } from '../../contract/admin/site/overview.ts'
import { countSiteThings, type LastChange, readLastChanges } from '../../db/site-editing/site-overview.ts'
import { SITE_PART_NAMES, type SitePartName } from '../../domain/site-editing/site-parts.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'

const ENTITIES: Record<SitePartName, string> = {
  clouds: 'cloud',
  products: 'product',
  menus: 'menu-item',
  banners: 'banner',
  'home-banners': 'cloud-banner',
  'list-messages': 'list-message',
  maintenance: 'setting maintenance',
  provider: 'setting provider',
  approval: 'setting approval',
  brand: 'brand',
  services: 'service',
  'service-categories': 'service-category',
  'data-centers': 'data-center',
  'ip-ranges': 'ip-range',
  regions: 'region',
  severities: 'severity',
  statuses: 'status',
  terms: 'term',
  faq: 'faq',
  compliance: 'compliance-row',
  'compliance-texts': 'compliance-text',
  policies: 'page',
  schedule: 'schedule',
  threats: 'threat-day',
}

/** Z-04: the size of each part of the site, and when it last changed. */
export async function siteOverview(
  { db }: NewsroomDesk,
  isSeen: (part: SitePartName) => boolean,
): Promise<PartOverview[]> {
  const parts = SITE_PART_NAMES.filter(isSeen)
  if (parts.length === 0) return []
  const [counts, changes] = await Promise.all([
    countSiteThings(db),
    readLastChanges(db, [...new Set(parts.map((part) => ENTITIES[part].split(' ')[0] ?? ''))]),
  ])
  const byEntity = new Map(changes.map((change) => [keyOf(change), change]))
  return parts.map((part) => {
    const change = byEntity.get(ENTITIES[part])
    return {
      part,
      count: isCounted(part) ? counts[columnOf(part)] : null,
      changed_at: change?.at.toISOString() ?? null,
      changed_by: change?.actor ?? null,
    }
  })
}

function keyOf({ entity, entity_id: id }: LastChange) {
  return entity === 'setting' ? `${entity} ${id}` : entity
}

type Counted = Exclude<SitePartName, 'maintenance' | 'provider' | 'approval' | 'brand'>

function isCounted(part: SitePartName): part is Counted {
  return part !== 'maintenance' && part !== 'provider' && part !== 'approval' && part !== 'brand'
}

type Underscored<S extends string> = S extends `${infer A}-${infer B}` ? `${A}_${Underscored<B>}` : S

function columnOf<P extends Counted>(part: P) {
  return part.replaceAll('-', '_') as Underscored<P>
}
