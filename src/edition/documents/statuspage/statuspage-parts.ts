import type { StatuspageIncident, StatuspageMaintenance } from '../../../contract/statuspage.ts'
import { indicatorOfState } from '../../../domain/statuspage/statuspage-words.ts'
import { nextBeginning, type WorkPhase, workPhase } from '../../../domain/work-phase.ts'
import { verdictOf } from '../../answers/verdict-answer.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { openIncidents, recordsOfCloud, whenOf } from '../../record-shelf.ts'
import type { WrittenDocument } from '../document.ts'
import { statuspageIncident, statuspageMaintenance } from './statuspage-posts.ts'
import type { StatuspageView } from './statuspage-view.ts'

/** The limit of Statuspage's own lists. */
const POSTS_AT_MOST = 50
/** Clients match these exact words. */
const ALL_IS_WELL = 'All Systems Operational'

const statuspageParts = {
  status: (view: StatuspageView) => {
    const { state, trouble, rest } = verdictOf(view.edition, view.cloud, view.now)
    return {
      status: {
        indicator: indicatorOfState(state),
        description: state === 'operational' ? ALL_IS_WELL : `${trouble}${rest}`,
      },
    }
  },
  components: ({ components }: StatuspageView) => ({ components }),
  incidents: (view: StatuspageView) => ({ incidents: incidentsIn(view, 'all') }),
  unresolved: (view: StatuspageView) => ({ incidents: incidentsIn(view, 'open') }),
  maintenances: (view: StatuspageView) => ({
    scheduled_maintenances: view.maintenance
      .slice(0, POSTS_AT_MOST)
      .map((record) => statuspageMaintenance(view, record)),
  }),
  active: (view: StatuspageView) => ({ scheduled_maintenances: maintenanceIn(view, ['under-way']) }),
  upcoming: (view: StatuspageView) => ({ scheduled_maintenances: maintenanceIn(view, ['ahead']) }),
  activeAndUpcoming: (view: StatuspageView) => ({
    scheduled_maintenances: maintenanceIn(view, ['under-way', 'ahead']),
  }),
}
export type StatuspagePart = keyof typeof statuspageParts

export function writeStatuspage(view: StatuspageView, parts: readonly StatuspagePart[]): WrittenDocument {
  const content: Record<string, unknown> = Object.assign(
    {},
    ...parts.map((part) => statuspageParts[part](view)),
  )
  const page = {
    id: view.pageId,
    name: view.cloud.title,
    url: `${view.publicUrl}/${view.cloud.domain}`,
    time_zone: 'Etc/UTC',
    updated_at: lastChange(view, content).toISOString(),
  }
  // All parts depend on maintenance that has begun.
  return { body: JSON.stringify({ page, ...content }), until: nextBeginning(view.maintenance, view.now) }
}

function incidentsIn(view: StatuspageView, which: 'all' | 'open'): StatuspageIncident[] {
  const { records } = view.edition
  const found =
    which === 'all'
      ? recordsOfCloud(records, 'incident', view.cloud.id)
      : openIncidents(records, view.cloud.id)
  return found.slice(0, POSTS_AT_MOST).map((record) => statuspageIncident(view, record))
}

function maintenanceIn(view: StatuspageView, wanted: readonly WorkPhase[]): StatuspageMaintenance[] {
  return wanted
    .flatMap((each) => soonestFirst(view.maintenance.filter((work) => workPhase(work, view.now) === each)))
    .slice(0, POSTS_AT_MOST)
    .map((record) => statuspageMaintenance(view, record))
}

function soonestFirst(records: readonly EditionRecord[]) {
  return records.toSorted((a, b) => whenOf(a) - whenOf(b) || a.id - b.id)
}

/** Never older than anything in the document: clients skip documents that aren't newer than their copy. */
function lastChange({ edition }: StatuspageView, content: Record<string, unknown>): Date {
  const rows = Object.values(content).flatMap((part) =>
    Array.isArray(part) ? (part as { updated_at: string }[]) : [],
  )
  const times = rows.map(({ updated_at }) => Date.parse(updated_at))
  return new Date(times.reduce((last, time) => Math.max(last, time), edition.publishedAt.getTime()))
}
