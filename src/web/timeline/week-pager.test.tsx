import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { OLDEST_TIMELINE_PAGE } from '../../domain/constants.ts'
import { timelineQuery } from '../../domain/timeline-query.ts'
import { WeekPager } from './week-pager.tsx'

const PATH = '/northwall.net/cloud-status'
const DISABLED = /<a role="link" aria-disabled="true" tabindex="-1"[^>]*>([^<]*)</gi

test('S-05 the pager leads a week back and forth, keeps the rest of the query, and ends at now and at the twelfth week', () => {
  const newest = pagerAt('')
  expect(disabledIn(newest)).toEqual(['Next 7 Days &gt;'])
  expect(newest).toContain(`href="${PATH}?week=1"`)

  const between = pagerAt('week=1&centers=premium')
  expect(disabledIn(between)).toEqual([])
  expect(addressesIn(between)).toEqual([`${PATH}?week=2&amp;centers=premium`, `${PATH}?centers=premium`])

  const oldest = pagerAt('week=12')
  expect(OLDEST_TIMELINE_PAGE).toBe(12)
  expect(disabledIn(oldest)).toEqual(['&lt; Previous 7 Days'])
  expect(oldest).toContain(`href="${PATH}?week=11"`)
})

function pagerAt(query: string) {
  return markupInRouter(
    <WeekPager path={PATH} query={timelineQuery(new URLSearchParams(query))} window={undefined}>
      {null}
    </WeekPager>,
  )
}

function disabledIn(html: string) {
  return [...html.matchAll(DISABLED)].map(([, words]) => words)
}

function addressesIn(html: string) {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
}
