import type { Service } from '../../contract/cloud-status.ts'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { gravityOf } from '../../domain/place-states.ts'
import { type TimelineWindow, timelineWindow } from '../../domain/timeline/timeline-window.ts'
import type { Life } from './life-line.ts'
import type { IssueHere, TimelineIssue } from './timeline-issue.ts'

/** Part of the HTML, so it avoids repetition. */
export interface TimelineBlock {
  page: number
  now: string
  categories: TimelineCategory[]
}

export interface TimelineCategory {
  tid: number
  title: string
  rows: TimelineRow[]
}

export interface TimelineRow {
  tid: number
  name: string
  slug: string
  info: string
  isActive: boolean
  /** Only set for signed-in subscribers. */
  isSubscribed?: true
  /** Covered by a subscription to all. */
  isPartOfAll?: true
  /** Null if it ran through the whole week. */
  life: Life | null
  issues: number[]
  /** Overrides by issue id, where an issue here differs from the whole issue. */
  here?: Record<number, IssueHere>
  /** Current maintenance that takes it out of service. */
  work?: { id: number; title: string; from: string }
}

type CloudStatus = ReadAnswer<'/api/cloud-status'>['data']

export function timelineBlock(
  { category, current_time, page_number }: CloudStatus,
  byId: Readonly<Record<number, TimelineIssue>>,
): TimelineBlock {
  const window = windowOf({ page: page_number, now: current_time })
  return {
    page: page_number,
    now: current_time,
    categories: category.map(({ tid, title, subCategory }) => ({
      tid,
      title,
      rows: subCategory.map((service) => timelineRow(service, window, byId)),
    })),
  }
}

export function windowOf({ page, now }: Pick<TimelineBlock, 'page' | 'now'>): TimelineWindow {
  return timelineWindow({ now: new Date(now), page })
}

/**
 * Every issue once, even if in several rows: with its worst severity, from its first moment to its last.
 * Without bodies, which popovers don't use.
 */
export function timelineIssues(
  answers: readonly CloudStatus[],
  open: ReadAnswer<'/api/verdict'>['data']['incidents'] = [],
): Record<number, TimelineIssue> {
  const newest = new Map(open.map((incident) => [incident.id, incident]))
  const services = answers.flatMap(({ category }) => category.flatMap(({ subCategory }) => subCategory))
  const byId: Record<number, TimelineIssue> = {}
  for (const issue of services.flatMap(({ category_status }) => category_status)) {
    const { id, title, short_description: summary, updated_on } = issue
    const { severityTid, from, to } = around(byId[id] ?? issue, issue)
    byId[id] = { id, title, summary, severityTid, from, to, updated_on, ...newestOf(newest.get(id)) }
  }
  return byId
}

function around(a: IssueHere, b: IssueHere): IssueHere {
  const isOpen = a.to === null || b.to === null
  return {
    severityTid: gravityOf(b.severityTid) > gravityOf(a.severityTid) ? b.severityTid : a.severityTid,
    from: Date.parse(b.from) < Date.parse(a.from) ? b.from : a.from,
    to: isOpen ? null : Date.parse(b.to ?? '') > Date.parse(a.to ?? '') ? b.to : a.to,
  }
}

function newestOf(incident: ReadAnswer<'/api/verdict'>['data']['incidents'][number] | undefined) {
  if (incident === undefined) return {}
  const { latest, next_update } = incident
  return { ...(latest !== '' && { latest }), ...(next_update !== null && { nextUpdate: next_update }) }
}

function timelineRow(
  service: Service,
  window: TimelineWindow,
  byId: Readonly<Record<number, TimelineIssue>>,
): TimelineRow {
  const { tid, name, slug, info, status, subscribed, covered_by_all, category_status } = service
  return {
    tid,
    name,
    slug,
    // Frankfurt IV doesn't need "Frankfurt".
    info: name.startsWith(info) ? '' : info,
    isActive: status === 1,
    ...(subscribed === 1 && { isSubscribed: true as const }),
    ...(covered_by_all === 1 && { isPartOfAll: true as const }),
    life: lifeOf(service, window),
    issues: category_status.map(({ id }) => id),
    ...issuesHere(category_status, byId),
    ...workOn(service),
  }
}

/** A place may have been affected for only part of the time, or less than others. */
function issuesHere(
  issues: Service['category_status'],
  byId: Readonly<Record<number, TimelineIssue>>,
): Pick<TimelineRow, 'here'> {
  const differing = issues.filter(({ id, severityTid, from, to }) => {
    const whole = byId[id]
    return whole?.severityTid !== severityTid || whole.from !== from || whole.to !== to
  })
  if (differing.length === 0) return {}
  return {
    here: Object.fromEntries(
      differing.map(({ id, severityTid, from, to }) => [id, { severityTid, from, to }]),
    ),
  }
}

function workOn({ maintenance }: Service): Pick<TimelineRow, 'work'> {
  const [first] = maintenance.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return first === undefined ? {} : { work: { id: first.id, title: first.title, from: first.from } }
}

function lifeOf({ status, startDate, endDate }: Service, { start }: TimelineWindow): Life | null {
  const ranAllThrough = status === 1 && endDate === null && Date.parse(startDate) <= start.getTime()
  return ranAllThrough ? null : { isActive: status === 1, startDate, endDate }
}
