import type { PostMortemContent } from '../domain/post-mortem.ts'
import { POST_MORTEM_CANARY } from './canaries.ts'
import { calendar, clock } from './demo-time.ts'
import { paragraphs } from './fill.ts'

/** Parts of the titles of incidents of last week. */
const PUBLISHED = 'São Paulo II'
const DUE = 'Admin Portal'
/** Its end was reported by a monitoring system, so staff still have to decide. */
const UNDECIDED = 'single sign-on metadata'

const MINUTES_BACK_AT_MOST = clock(7, '00:00')
/** More than the two weeks in which the dashboard lists undecided incidents. */
const DECIDED_MINUTES_BACK = clock(21, '00:00')

export function postMortemRows(
  day: string,
  records: readonly {
    id: number
    kind: string
    title: string
    state: string
    from: number | null
    closedOn: number | null
  }[],
) {
  const time = calendar(day)
  const dayAt = (days: number) => time(clock(days, '00:00')).slice(0, 10)
  const closed = records.filter(
    ({ kind, state, from, closedOn }) =>
      kind === 'incident' &&
      state === 'published' &&
      closedOn !== null &&
      (from ?? 0) > -DECIDED_MINUTES_BACK,
  )
  const titled = (words: string) =>
    closed
      .filter(({ title, from }) => title.includes(words) && (from ?? 0) > -MINUTES_BACK_AT_MOST)
      .slice(0, 1)
  const [published, due, undecided] = [titled(PUBLISHED), titled(DUE), titled(UNDECIDED)]
  const plan = { version: 1, saved_at: time(clock(-1, '16:20')), saved_by: null }
  return {
    post_mortems: published.map(({ id }) => ({
      record_id: id,
      content: publishedContent(dayAt) as never,
      published_on: time(clock(-2, '10:05')),
      updated_on: null,
    })),
    post_mortem_drafts: [
      ...due.map(({ id }) => ({
        ...plan,
        record_id: id,
        content: begun() as never,
        due_on: dayAt(2),
        is_waived: false,
      })),
      ...closed
        .filter((record) => ![...published, ...due, ...undecided].includes(record))
        .map(({ id }) => ({ ...plan, record_id: id, content: null, due_on: null, is_waived: true })),
    ],
  }
}

function publishedContent(dayAt: (days: number) => string): PostMortemContent {
  return {
    what_happened: paragraphs(
      'At 03:12 UTC, workers at a construction site cut the fibers of both carriers into São Paulo II. Traffic of the carriers behind them should have moved to neighboring data centers within seconds. It took eleven minutes.',
      'The team on call was paged at 03:14 UTC and moved the rest by hand. Both fibers were spliced by 06:09 UTC, and service was back to normal at 06:41 UTC.',
    ),
    impact: paragraphs(
      'About 34% of users behind the affected carriers could not reach São Paulo II; for most of them, this ended after eleven minutes. No data was lost, and policies were enforced at all times.',
      'Customers whose locations name a second data center were not affected.',
    ),
    why: paragraphs(
      'Two routes that were sold to us as separate share a duct for 400 meters near the building. We had accepted the maps of the carriers without checking them on site.',
      'Moving the traffic was slow because the health check that decides about it used the routes that had failed.',
    ),
    what_we_do: paragraphs(
      'We treat a map of a route as a claim until we have walked the route. And a health check must not depend on what it checks.',
    ),
    actions: [
      {
        words: 'Health checks of all data centers use a path of their own.',
        state: 'done',
        due_on: null,
        done_on: dayAt(-2),
      },
      {
        words: 'One route of São Paulo II moves to another entry of the building.',
        state: 'in_progress',
        due_on: dayAt(30),
        done_on: null,
      },
      {
        words: 'Routes of the other eleven sites in Latin America are walked and documented.',
        state: 'planned',
        due_on: dayAt(60),
        done_on: null,
      },
    ],
  }
}

function begun(): PostMortemContent {
  return {
    what_happened: paragraphs(
      `Reports in the Admin Portal took up to two minutes. Numbers to be confirmed. ${POST_MORTEM_CANARY}`,
    ),
    impact: paragraphs(`{{who_was_affected_and_how}} ${POST_MORTEM_CANARY}`),
    why: '',
    what_we_do: '',
    actions: [
      {
        words: `Index for the largest tenants (${POST_MORTEM_CANARY})`,
        state: 'planned',
        due_on: null,
        done_on: null,
      },
    ],
  }
}
