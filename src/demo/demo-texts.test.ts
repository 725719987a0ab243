import { expect, test } from 'vitest'
import { demoContent } from './demo-content.ts'

const TITLES_IN_TWO_PAGES = 40
const SIMPLE_TAGS = ['p', 'ul', 'li', 'strong', 'em', 'a', 'code', 'h3']

const content = demoContent({ day: '2026-11-15' })
const published = content.records.filter(({ state }) => state === 'published')
const links = new Set(content.record_clouds.map(({ record_id, cloud_id }) => `${record_id} ${cloud_id}`))
const isOn = (recordId: number | undefined, cloudId: number | undefined) =>
  links.has(`${recordId} ${cloudId}`)

test('no title repeats within two pages of any list', () => {
  for (const { id, domain } of content.clouds) {
    for (const kind of ['incident', 'maintenance', 'advisory', 'notification']) {
      const list = published
        .filter((record) => record.kind === kind && isOn(record.id, id))
        .toSorted((a, b) => (String(a.posted_on) < String(b.posted_on) ? 1 : -1))
      const repeated = list.filter(({ title }, i) =>
        list.slice(i + 1, i + TITLES_IN_TWO_PAGES).some((other) => other.title === title),
      )
      expect(
        repeated.map(({ title }) => title),
        `${domain} ${kind}`,
      ).toEqual([])
    }
  }
})

test('P-05 bodies and updates are simple, balanced HTML', () => {
  const bodies = [
    ...published.map(({ body = '' }) => body),
    ...content.record_updates.map(({ body }) => body),
  ]
  expect(bodies.filter((body) => !isSimpleHtml(body))).toEqual([])
})

test('no text has an unfilled slot, a double space or a missing value', () => {
  const text = JSON.stringify([content.records, content.record_updates])
  expect(text.match(/\{\w+\}|undefined|NaN|[a-z] {2,}[a-z]/g)).toBeNull()
})

test('texts name no day, so that they stay true when the demo moves', () => {
  const texts = [
    ...published.flatMap(({ title, summary, body }) => [title, summary, body]),
    ...content.record_updates.map(({ body }) => body),
  ]
  const days =
    /\b(20\d\d|January|February|March|April|June|July|August|September|October|November|December|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/
  expect(texts.filter((text) => days.test(text ?? ''))).toEqual([])
})

function isSimpleHtml(body: string): boolean {
  const open: string[] = []
  for (const [, close, tag = ''] of body.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (!SIMPLE_TAGS.includes(tag)) return false
    if (close === '') open.push(tag)
    else if (open.pop() !== tag) return false
  }
  return open.length === 0
}
