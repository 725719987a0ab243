import { expect, test } from 'vitest'
import { madeUpPublication } from '../../../tests/support/made-up-publication.ts'
import { newsText } from './news.ts'

const SITE = 'https://trust.northwall.example'
const UPDATE = { id: 77, posted_on: '2026-03-01T11:00:00.000Z' }

test.each([
  [
    'only the update, if there is one',
    {
      update: { ...UPDATE, body: '<p>We see <a href="/northwall.net/posts/1">why</a>.</p><p>Soon over.</p>' },
    },
    `We see why (${SITE}/northwall.net/posts/1).\n\nSoon over.`,
  ],
  [
    'the summary, followed by the rest of the body',
    {
      update: null,
      summary: 'Signing in fails.',
      body: '<p>Signing in fails.</p><ul><li>Everywhere</li></ul>',
    },
    'Signing in fails.\n\n• Everywhere',
  ],
  [
    'every paragraph of a summary',
    { update: null, summary: 'Signing in fails.\n \nNot for all.', body: '' },
    'Signing in fails.\n\nNot for all.',
  ],
  ['the body, if there is no summary', { update: null, summary: '', body: '<p>Hello.</p>' }, 'Hello.'],
])('U-10 the news is %s', (_, content, text) => {
  expect(newsText(madeUpPublication(content), SITE)).toBe(text)
})
