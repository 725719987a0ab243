import { expect, test } from 'vitest'
import { ownCalendarPath, secretOfFile, withoutSecret } from './own-calendar-address.ts'

const SECRET = 'aB3-_'.repeat(8).concat('xyz')

test('the secret can be read back from the address of a calendar', () => {
  const path = ownCalendarPath(SECRET)
  expect(path).toBe(`/calendar/own/${SECRET}.ics`)
  expect(secretOfFile(path.split('/').at(-1) ?? '')).toBe(SECRET)
})

test.each([
  '',
  '.ics',
  'short.ics',
  SECRET,
  `${SECRET}x.ics`,
  `${SECRET}.ics.ics`,
  `${SECRET.slice(1)}é.ics`,
])('%j is not the name of a calendar', (file) => {
  expect(secretOfFile(file)).toBeUndefined()
})

test.each([
  '//calendar/own/',
  '/Calendar/OWN/',
  '/calendar//own/',
  '/%63alendar%2Fown/',
  '/calendar/%256fwn/',
  '/x/../calendar/own/%ff',
])('logs contain no secret after %s', (folder) => {
  expect(withoutSecret(`${folder}${SECRET}.ics`, undefined)).toBe('/calendar/own/…')
})

test('logs contain no secret', () => {
  for (const path of [ownCalendarPath(SECRET), `/calendar/own/${SECRET}`, `/calendar/own/${SECRET}/x`])
    expect(withoutSecret(path, '/*')).toBe('/calendar/own/…')
  expect(withoutSecret(`/calendar/%6Fwn/${SECRET}.ics`, '/calendar/own/:file')).toBe('/calendar/own/…')
  expect(withoutSecret('/calendar/maintenance.ics', undefined)).toBe('/calendar/maintenance.ics')
  for (const path of [`/api/v1/alerts/cnd_${SECRET}`, `/api/v1/%61lerts/cnd_${SECRET}`])
    expect(withoutSecret(path, undefined)).toBe('/api/v1/alerts/…')
  expect(withoutSecret('/api/v1/alertmanager', undefined)).toBe('/api/v1/alertmanager')
})
