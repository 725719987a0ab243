import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { Mark } from '../parts/popover/use-mark-shown.ts'
import { IssuePopover } from './issue-popover.tsx'

test('S-04 P-05 text in another script keeps its own direction, even next to ours', () => {
  const html = markupInRouter(
    <IssuePopover
      ref={{ current: null }}
      issue={{
        id: 7,
        title: 'שער האינטרנט מושבת',
        summary: 'חיבורים נכשלים.',
        latest: 'התנועה מועברת לאמסטרדם.',
        severityTid: 20,
        from: '2026-11-15T08:14:00.000Z',
        to: null,
        updated_on: '2026-11-15T10:00:00.000Z',
      }}
      shown={{ id: 7, mark: {} as Mark, pointerX: undefined, takesFocus: false }}
      fullPost="/northwall.net/cloud-status?post=7"
      onClose={() => {}}
    />,
  )
  expect(html).toMatch(/<h3 [^>]*dir="auto">שער האינטרנט מושבת<\/h3>/)
  expect(html).toMatch(/<p [^>]*dir="auto">חיבורים נכשלים\.<\/p>/)
  // The paragraph has the direction of "Latest:".
  expect(html).toContain('<b>Latest:</b> <bdi>התנועה מועברת לאמסטרדם.</bdi>')
})
