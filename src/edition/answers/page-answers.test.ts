import { expect, test } from 'vitest'
import type { Edition, SitePage } from '../edition.ts'
import { complianceAnswer } from './page-answers.ts'

const USUAL = ['Feature/Capability Description', 'Estimated Date of JAB Approval']

test.each([
  [
    ['Capability', 'Expected'],
    ['Capability', 'Expected'],
  ],
  [[], USUAL],
  [
    ['Capability', ' '],
    ['Capability', USUAL[1]],
  ],
  [
    ['Capability', 'Expected', 'More'],
    ['Capability', 'Expected'],
  ],
])('C-01 the titles %j of a page make the columns %j', (columnTitles, titles) => {
  expect(answerOf([{ ...PAGE, columnTitles }])).toMatchObject({ column_titles: titles })
})

test('C-01 a cloud without its own page gets the page of all clouds, and without either the default titles', () => {
  const ofAll = { ...PAGE, cloudId: null, pageTop: '<p>All.</p>' }
  expect(answerOf([ofAll])).toMatchObject({ page_top: '<p>All.</p>' })
  expect(answerOf([ofAll, PAGE])).toMatchObject({ page_top: '<p>Top.</p>' })
  expect(answerOf([])).toEqual({ page_top: '', column_titles: USUAL, page_content: [] })
})

const PAGE: SitePage = {
  slug: 'compliance',
  cloudId: 1,
  title: 'Compliance',
  pageTop: '<p>Top.</p>',
  body: '',
  columnTitles: [],
}

function answerOf(pages: SitePage[]) {
  const clouds = [{ id: 1, machine_name: 'a' }]
  const provider = { help_url: '', gov_help_url: '' }
  const edition = { site: { clouds, pages, complianceRows: [], provider } } as unknown as Edition
  const outcome = complianceAnswer(
    { edition, deployment: { isGov: false } } as Parameters<typeof complianceAnswer>[0],
    { cloud: 'a' },
  )
  if (outcome.kind !== 'value') throw new Error(`Expected a value, got ${outcome.kind}`)
  return outcome.value
}
