import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SEVERITY } from '../../domain/record.ts'
import { restWords } from './region.tsx'
import { RowsSummary } from './rows-summary.tsx'
import type { TimelineRow } from './timeline-block.ts'

const DISRUPTED = row(1, { issues: [7] })
const RUNNING = row(2)
const GONE = row(3, { isActive: false })
const ROWS = [DISRUPTED, RUNNING, GONE]

test('counts active rows and their troubles', () => {
  expect(summaryOf(ROWS)).toBe('2 data centers, 1 disrupted')
})

test('if only some are shown, the troubles still cover all', () => {
  expect(summaryOf([RUNNING])).toBe('1 of 2 shown, 1 disrupted')
  expect(summaryOf([RUNNING, GONE])).toBe('1 of 2 and 1 decommissioned shown, 1 disrupted')
  expect(summaryOf([GONE])).toBe('1 decommissioned shown, 1 disrupted')
})

test('without active rows, it has neither a state nor issues', () => {
  const [gone, other] = [GONE, row(4, { isActive: false })]
  expect(summaryOf([gone, other], [gone, other])).toBe('none in service')
  expect(summaryOf([gone, other], [gone, other], 1)).toBe('none in service')
  expect(summaryOf([gone], [gone, other])).toBe('1 decommissioned shown')
})

test('the rest of a region is counted like the region', () => {
  expect(restWords([RUNNING])).toBe('1 more without issues')
  expect(restWords([RUNNING, GONE])).toBe('1 more without issues, 1 decommissioned')
  expect(restWords([GONE])).toBe('1 decommissioned')
})

function summaryOf(shown: TimelineRow[], rows = ROWS, page = 0) {
  const html = renderToStaticMarkup(
    <RowsSummary rows={rows} shown={shown} week={{ page, issues: { 7: DISRUPTION } }} noun="data center" />,
  )
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const DISRUPTION = {
  id: 7,
  title: 'Something',
  summary: '',
  severityTid: SEVERITY.serviceDisruption,
  from: '2026-11-14T08:00:00.000Z',
  to: null,
  updated_on: '2026-11-15T10:00:00.000Z',
}

function row(tid: number, change: Partial<TimelineRow> = {}): TimelineRow {
  return {
    tid,
    name: 'Sandbox',
    slug: 'sandbox',
    info: '',
    isActive: true,
    life: null,
    issues: [],
    ...change,
  }
}
