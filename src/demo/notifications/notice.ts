import { CLOUDS, type DemoCloud } from '../clouds.ts'
import { type DemoRecord, demoRecord, type StatusName } from '../demo-record.ts'
import { type DemoMinute, MINUTES_PER_DAY } from '../demo-time.ts'
import type { Random } from '../random.ts'
import { type DemoNotificationType, termTid } from './terms.ts'

export interface Notice {
  type: DemoNotificationType
  title: string
  summary: string
  body: string
  terms: readonly string[]
  tags: readonly string[]
  byline: string
  hasImpact: boolean
  clouds: (cloud: DemoCloud) => boolean
  postedDaysAgo: number
  effectiveAfterDays: number
  statuses: readonly [ahead: StatusName, done: StatusName]
}

export function writeNotice(notice: Notice, random: Random): DemoRecord {
  const postedOn = -notice.postedDaysAgo * MINUTES_PER_DAY + random.int(9 * 60, 18 * 60)
  const effectiveOn = startOfDay(postedOn) + notice.effectiveAfterDays * MINUTES_PER_DAY
  const saidDone = effectiveOn + random.int(30, 600)
  const isDone = saidDone < 0
  const [ahead, done] = notice.statuses

  return demoRecord({
    kind: 'notification',
    notificationType: notice.type,
    eventType: 'informational',
    severity: notice.hasImpact ? 'Informational' : 'No Service Impact',
    status: isDone ? done : ahead,
    title: notice.title,
    summary: notice.summary,
    body: notice.body,
    tags: notice.tags,
    createdAt: postedOn - random.int(30, 3000),
    postedOn,
    updatedOn: isDone ? saidDone : postedOn,
    closedOn: isDone ? saidDone : null,
    from: effectiveOn,
    author: notice.byline,
    createdBy: notice.byline,
    updatedBy: notice.byline,
    cloudIds: CLOUDS.filter(notice.clouds).map((cloud) => cloud.id),
    termTids: [...new Set(notice.terms)].map((name) => termTid(notice.type, name)),
    updates: isDone
      ? [
          {
            postedOn: saidDone,
            status: done,
            severity: null,
            body: random.pick(DONE_TEXTS[notice.type]),
            createdBy: notice.byline,
          },
        ]
      : [],
  })
}

const DONE_TEXTS: Readonly<Record<DemoNotificationType, readonly string[]>> = {
  url_change_notification: [
    '<p>The change is in effect on all clouds named above.</p>',
    '<p>Done. Addresses that we had missed can be submitted through the lookup page.</p>',
    '<p>The change is complete. Reports use the new category from now on.</p>',
  ],
  cloud_app: [
    '<p>Available on all clouds named above.</p>',
    '<p>The change has reached all clouds. No action is needed.</p>',
    '<p>Complete. Existing rules have been kept as they were.</p>',
  ],
  advisories: [
    '<p>The change has taken effect.</p>',
    '<p>This notice is closed. Customers who are still affected have been contacted.</p>',
    '<p>Closed. The details stay in the help pages.</p>',
  ],
  sub_processor: [
    '<p>The change is in effect and the list of sub-processors has been updated.</p>',
    '<p>The period for objections has ended and the change is in effect.</p>',
  ],
}

function startOfDay(minute: DemoMinute): DemoMinute {
  return Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY
}
