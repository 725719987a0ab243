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
import { endByEdit, postingOf } from '../../feeds/edit-news.ts'
import { recordWithHelp } from '../../help-on-cloud.ts'
import { severityOn, severityThen } from '../../record-reach.ts'
import { whenOf } from '../../record-shelf.ts'
import { recordText, updateText } from '../record-text.ts'
import type { StatuspageView } from './statuspage-view.ts'

export function statuspageIncident(view: StatuspageView, published: EditionRecord): StatuspageIncident {
  const record = recordWithHelp(published, view.help)
  const { closed_on, to_time, postMortem } = record
  const status = view.statusOf(record.status_id)
  const isOpen = closed_on === null
  const severityTid = isOpen ? severityOn(record, view.cloud) : record.severity_tid
  return {
    ...posted(view, record, {
      opening: incidentUpdateStatus(severityThen(record, postingOf(record), severityTid), undefined),
      end: 'resolved',
      ofUpdate: (each, then) => incidentUpdateStatus(severityThen(record, then, severityTid), each),
    }),
    status: postMortem !== null && !isOpen ? 'postmortem' : incidentStatus({ isOpen, severityTid }, status),
    impact: impactOfSeverity(severityTid),
    resolved_at: incidentEnd({ to: to_time, closed: closed_on })?.toISOString() ?? null,
  }
}

export function statuspageMaintenance(view: StatuspageView, published: EditionRecord): StatuspageMaintenance {
  const record = recordWithHelp(published, view.help)
  const phase = workPhase(record, view.now)
  const isOver = phase === 'over' || phase === 'put-off'
  const from = new Date(whenOf(record))
  const end = isOver ? (record.actual_to_time ?? record.closed_on ?? record.to_time) : null
  // Earlier releases closed maintenance that was archived ahead of its time at its start.
  const ended = phase === 'put-off' && end !== null && end > record.updated_on ? record.updated_on : end
  return {
    ...posted(view, record, { opening: 'scheduled', end: 'completed', ofUpdate: maintenanceUpdateStatus }),
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
  opening: StatuspageUpdate['status']
  /** Of an end that no update reports. */
  end: StatuspageUpdate['status']
  ofUpdate(status: Status | undefined, then: Date): StatuspageUpdate['status']
}

function posted(view: StatuspageView, record: EditionRecord, words: Words) {
  const created = postingOf(record)
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
    when: postingOf(record),
    status: words.opening,
    body: recordText(record, publicUrl),
  }
  const later = record.updates.map((update) => ({
    id: String(update.id),
    when: update.posted_on,
    status: words.ofUpdate(view.statusOf(update.status_id), update.posted_on),
    body: updateText(update, publicUrl),
  }))
  // Statuspage has it as an update, too.
  const ofPostMortem = `${record.id}-postmortem`
  const postMortems = (record.postMortem === null ? [] : [record.postMortem]).map((postMortem) => ({
    id: ofPostMortem,
    when: postMortem.published_on,
    status: 'postmortem' as const,
    body: postMortemText(view, postMortem),
  }))
  const end = endByEdit(view.edition.site, record)
  const ends =
    end === undefined
      ? []
      : [{ id: `${record.id}-${end.key}`, when: end.at, status: words.end, body: `${end.words}.` }]
  // An incident that was reopened has updates after its post-mortem.
  const since = [...later, ...ends, ...postMortems].toSorted((a, b) => a.when.getTime() - b.when.getTime())
  return [opening, ...since].reverse().map(({ id, when, status, body }) => ({
    id,
    status,
    body,
    incident_id: String(record.id),
    created_at: when.toISOString(),
    updated_at: (id === ofPostMortem ? (record.postMortem?.updated_on ?? when) : when).toISOString(),
    display_at: when.toISOString(),
    affected_components: null,
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
  }))
}
