import type { PostMortemContent } from '../domain/post-mortem.ts'
import { POST_MORTEM_CANARY } from './canaries.ts'
import { calendar, clock } from './demo-time.ts'
import { paragraphs } from './fill.ts'

/** Parts of the titles of incidents of last week. */
const PUBLISHED = 'São Paulo II'
const DUE = 'Admin Portal'

const MINUTES_BACK_AT_MOST = clock(7, '00:00')

/** One published post-mortem, and one that is due in two days and half written. */
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
      (from ?? 0) > -MINUTES_BACK_AT_MOST,
  )
  const titled = (words: string) => closed.filter(({ title }) => title.includes(words)).slice(0, 1)
  return {
    post_mortems: titled(PUBLISHED).map(({ id }) => ({
      record_id: id,
      content: published(dayAt) as never,
      published_on: time(clock(-2, '10:05')),
      updated_on: null,
    })),
    post_mortem_drafts: titled(DUE).map(({ id }) => ({
      record_id: id,
      content: begun() as never,
      version: 1,
      due_on: dayAt(2),
      is_waived: false,
      saved_at: time(clock(-1, '16:20')),
      saved_by: null,
    })),
  }
}

function published(dayAt: (days: number) => string): PostMortemContent {
  return {
    what_happened: paragraphs(
      'At 03:12 UTC, road works cut both fibers that connect São Paulo II to its first carrier. Traffic should have moved to the second carrier within seconds. It moved within eleven minutes, and then filled that link.',
      'Our network team was paged at 03:14 UTC, spread the traffic over Buenos Aires and Santiago from 03:40 UTC on, and returned it at 06:41 UTC, after the carrier had repaired the first fiber.',
    ),
    impact: paragraphs(
      'For eleven minutes, connections through São Paulo II failed. Until 06:41 UTC, about a third of them was slower than usual. No data was lost, and policies were enforced at all times.',
      'Customers whose locations name a second data center were not affected.',
    ),
    why: paragraphs(
      'Both fibers of the carrier run through the same duct for 400 meters, although our contract asks for separate routes. We had accepted the carrier’s map without checking it on site.',
      'The failover was slow because it waited for a health check that itself used the failed link.',
    ),
    what_we_do: paragraphs(
      'We treat maps of carriers as claims until we have walked the route. And a health check must not depend on what it checks.',
    ),
    actions: [
      {
        words: 'Health checks of all data centers use a path of their own.',
        state: 'done',
        due_on: null,
        done_on: dayAt(-2),
      },
      {
        words: 'Second route of São Paulo II through another duct.',
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
