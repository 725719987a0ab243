import { expect, test } from 'vitest'
import { madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import type { SiteProvider } from '../../edition.ts'
import { securityTxtFamily } from './security-txt-family.ts'

const [route] = securityTxtFamily.routes

function textOf(change: Partial<SiteProvider>, now = new Date('2026-11-16T10:00:00Z')) {
  const { site, ...edition } = madeUpEdition([])
  const changed = { ...edition, site: { ...site, provider: { ...site.provider, ...change } } }
  const view = { edition: changed, now, publicUrl: 'https://trust.northwall.example', isGovDeployment: false }
  return route?.find(changed, {})?.write(view)
}

test('security.txt has the contact and the advisories, and stays the same for a month', () => {
  const text = textOf({ security_contact: 'https://northwall.example/report' })
  expect(text).toEqual({
    body: [
      'Contact: https://northwall.example/report',
      'Expires: 2027-10-01T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://trust.northwall.example/.well-known/security.txt',
      'CSAF: https://trust.northwall.example/.well-known/csaf/provider-metadata.json',
      '',
    ].join('\n'),
    until: new Date('2026-12-01T00:00:00Z'),
  })
  const later = new Date('2026-11-30T23:59:00Z')
  expect(textOf({ security_contact: 'https://northwall.example/report' }, later)).toEqual(text)
})

test('security.txt never expires more than a year from now, nor within ten months', () => {
  for (const now of ['2026-01-31T23:59:00Z', '2028-02-29T12:00:00Z', '2026-12-01T00:00:00Z']) {
    const expires = Date.parse(/Expires: (.*)/.exec(textOf({}, new Date(now))?.body ?? '')?.[1] ?? '')
    const days = (expires - Date.parse(now)) / 86_400_000
    expect(days, now).toBeLessThan(366)
    expect(days, now).toBeGreaterThan(300)
  }
})

test('security.txt falls back to the feedback address, and is missing without one', () => {
  const contactOf = (change: Partial<SiteProvider>) => textOf(change)?.body.split('\n')[0]
  expect(contactOf({ security_contact: 'mailto:security@a.test' })).toBe('Contact: mailto:security@a.test')
  expect(contactOf({})).toBe('Contact: mailto:feedback@northwall.example')
  expect(contactOf({ security_contact: 'https://a.test/\nEvil: 1' })).toBe(
    'Contact: mailto:feedback@northwall.example',
  )
  expect(contactOf({ feedback_email: '' })).toBeUndefined()
  expect(contactOf({ feedback_email: 'x@y.test\r\nEvil: 1' })).toBeUndefined()
})
