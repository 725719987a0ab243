import { expect, test } from 'vitest'
import { madeUpPublication } from '../../../tests/support/made-up-publication.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { mailText } from '../../mail/mail-template.ts'
import { digestMail } from './digest-mail.ts'

const SITE = {
  provider: { name: 'Northwall', feedback_email: 'trust@northwall.example' },
  publicUrl: 'https://trust.northwall.example',
}

function contentOf(publications: readonly Publication[]) {
  const items = publications.map((publication) => ({ publication, because: null }))
  return digestMail(items, { zone: 'UTC', isFollower: false, site: SITE }).content
}

test('U-10 a digest says of each record where and when, as it is now, before its steps', () => {
  const window = { from_time: '2026-03-05T22:00:00.000Z', to_time: '2026-03-06T02:00:00.000Z' }
  const planned = madeUpPublication({ id: 1, step: 'scheduled', next_update: null, update: null, ...window })
  const moved = madeUpPublication({ ...planned.content, id: 2, from_time: '2026-03-05T23:00:00.000Z' })
  const text = mailText(contentOf([planned, moved].map((of) => ({ ...of, kind: 'maintenance' }))))
  const lines = [
    'Data center: Zurich I',
    'Planned from: Thu, 05 Mar 2026 23:00:00\u00a0UTC',
    'Planned until: Fri, 06 Mar 2026 02:00:00\u00a0UTC',
    '',
    'Maintenance update',
  ]
  expect(text).toContain(lines.join('\n'))
  expect(text).not.toContain('Planned from: Thu, 05 Mar 2026 22:00')
})

test('U-10 a digest says of a record that it no longer affects what its reader follows', () => {
  const because = { scope: 'service', cloudId: 1, tid: 2001, others: 0 } as const
  const steps = [false, true].map((noLongerAffected, id) => ({
    publication: { ...madeUpPublication(), id },
    because: { ...because, noLongerAffected },
  }))
  const textOf = (items: typeof steps) =>
    mailText(digestMail(items, { zone: 'UTC', isFollower: false, site: SITE }).content)
  const words = 'This incident no longer affects what you follow.'
  expect(textOf(steps)).toContain(words)
  // It came back before the digest was sent.
  expect(
    textOf([
      ...steps,
      { publication: { ...madeUpPublication(), id: 2 }, because: { ...because, noLongerAffected: false } },
    ]),
  ).not.toContain(words)
})

test.each([
  [40, []],
  [41, ['1 more is on the site.']],
  [42, ['2 more are on the site.']],
])('a digest of %i records says how many are missing', (count, notes) => {
  const records = Array.from({ length: count }, (_, at) => ({ ...madeUpPublication(), id: at, recordId: at }))
  expect(contentOf(records).notes).toEqual(notes)
})
