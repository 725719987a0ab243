import type {
  StatuspageIncident,
  StatuspageMaintenance,
  StatuspageUpdate,
} from '../../../contract/statuspage.ts'
import { incidentEnd } from '../../../domain/incident-end.ts'
import { postMortemBlocks } from '../../../domain/notifying/post-mortem-blocks.ts'
import { blocksText } from '../../../domain/notifying/text-blocks.ts'
import { wholePostMortem } from '../../../domain/post-mortem.ts'
import {
  impactOfSeverity,
  incidentStatus,
  incidentUpdateStatus,
  maintenanceStatus,
  maintenanceUpdateStatus,
} from '../../../domain/statuspage/statuspage-words.ts'
import { workPhase } from '../../../domain/work-phase.ts'
import type { Status } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { severityOn } from '../../record-reach.ts'
import { whenOf } from '../../record-shelf.ts'
import { recordText, updateText } from '../record-text.ts'
import type { StatuspageView } from './statuspage-view.ts'

export function statuspageIncident(view: StatuspageView, record: EditionRecord): StatuspageIncident {
  const { closed_on, to_time, postMortem } = record
  const status = view.statusOf(record.status_id)
  const isOpen = closed_on === null
  const severityTid = isOpen ? severityOn(record, view.cloud) : record.severity_tid
  return {
    ...posted(view, record, {
      opening: 'investigating',
      ofUpdate: (each) => incidentUpdateStatus(severityTid, each),
    }),
    status: postMortem !== null && !isOpen ? 'postmortem' : incidentStatus({ isOpen, severityTid }, status),
    impact: impactOfSeverity(severityTid),
    resolved_at: incidentEnd({ to: to_time, closed: closed_on })?.toISOString() ?? null,
  }
}

export function statuspageMaintenance(view: StatuspageView, record: EditionRecord): StatuspageMaintenance {
  const phase = workPhase(record, view.now)
  const isOver = phase === 'over' || phase === 'put-off'
  const from = new Date(whenOf(record))
  const ended = isOver ? (record.actual_to_time ?? record.closed_on ?? record.to_time) : null
  return {
    ...posted(view, record, { opening: 'scheduled', ofUpdate: maintenanceUpdateStatus }),
    status: maintenanceStatus({ isOver, hasBegun: phase === 'under-way' }, view.statusOf(record.status_id)),
    impact: 'maintenance',
    resolved_at: ended?.toISOString() ?? null,
    scheduled_for: from.toISOString(),
    scheduled_until: (record.to_time ?? from).toISOString(),
  }
}

type PostMortem = NonNullable<EditionRecord['postMortem']>

function postMortemText({ publicUrl }: StatuspageView, { content }: PostMortem): string {
  return blocksText(postMortemBlocks(wholePostMortem(content), publicUrl))
}

interface Words {
  /** Status of the post itself, before any update. */
  opening: StatuspageUpdate['status']
  ofUpdate(status: Status | undefined): StatuspageUpdate['status']
}

function posted(view: StatuspageView, record: EditionRecord, words: Words) {
  const created = record.posted_on ?? record.created_at
  const updates = updatesOf(view, record, words)
  const lastSaid = Math.max(
    record.updated_on.getTime(),
    ...updates.map((each) => Date.parse(each.created_at)),
  )
  const watched = record.updates.findLast(({ status_id }) => view.statusOf(status_id)?.class === 'monitoring')
  return {
    id: String(record.id),
    name: record.title,
    created_at: created.toISOString(),
    updated_at: new Date(lastSaid).toISOString(),
    monitoring_at: watched?.posted_on.toISOString() ?? null,
    shortlink: `${view.publicUrl}/${view.cloud.domain}/posts/${record.id}`,
    started_at: new Date(whenOf(record)).toISOString(),
    page_id: view.pageId,
    incident_updates: updates,
    components: view.componentsOf(record),
  }
}

/** Newest first, the post itself last: clients expect at least one. */
function updatesOf(view: StatuspageView, record: EditionRecord, words: Words): StatuspageUpdate[] {
  const { publicUrl } = view
  const opening = {
    id: `${record.id}-0`,
    when: record.posted_on ?? record.created_at,
    status: words.opening,
    body: recordText(record, publicUrl),
  }
  const later = record.updates.map((update) => ({
    id: String(update.id),
    when: update.posted_on,
    status: words.ofUpdate(view.statusOf(update.status_id)),
    body: updateText(update, publicUrl),
  }))
  // Statuspage has it as an update, too.
  const postMortems = (record.postMortem === null ? [] : [record.postMortem]).map((postMortem) => ({
    id: `${record.id}-postmortem`,
    when: postMortem.published_on,
    status: 'postmortem' as const,
    body: postMortemText(view, postMortem),
  }))
  // An incident that was reopened has updates after its post-mortem.
  const since = [...later, ...postMortems].toSorted((a, b) => a.when.getTime() - b.when.getTime())
  return [opening, ...since].reverse().map(({ id, when, status, body }) => ({
    id,
    status,
    body,
    incident_id: String(record.id),
    created_at: when.toISOString(),
    updated_at: when.toISOString(),
    display_at: when.toISOString(),
    affected_components: null,
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
  }))
}
