import { expect, test } from 'vitest'
import { ROLES } from '../../domain/access.ts'
import { STAFF_LINK_HELP, staffLinkRequest } from './staff-link-request.ts'

test.each(ROLES)('a link for %s is requested by role, valid for half an hour by default', (role) => {
  expect(staffLinkRequest(['--role', role])).toEqual({ kind: 'make', role, minutes: 30 })
  expect(staffLinkRequest([`--role=${role}`, '--minutes', '1440'])).toEqual({
    kind: 'make',
    role,
    minutes: 1440,
  })
  expect(STAFF_LINK_HELP).toContain(role)
})

test.each([[['--help']], [['-h']], [['--role', 'owner', '--help']]])('%j asks for help', (typed) => {
  expect(staffLinkRequest(typed)).toEqual({ kind: 'help' })
})

test('the help says how long the session lasts', () => {
  expect(STAFF_LINK_HELP).toContain(
    'after 2 hours without activity, and 24 hours after the sign-in at the latest',
  )
})

test.each([
  [[], /^--role is missing\. It is one of administrator, .*trust_admin\.$/],
  [['--role', 'owner'], /^There is no role "owner"\. It is one of administrator/],
  [['--role', ''], /^There is no role ""/],
  [['--role', 'toString'], /^There is no role "toString"/],
  [['--role', 'trust_admin', '--minutes', '0'], /^--minutes must be a number from 1 to 1440, not "0"\.$/],
  [['--role', 'trust_admin', '--minutes', '1441'], /^--minutes/],
  [['--role', 'trust_admin', '--minutes', '1.5'], /^--minutes/],
  [['--role', 'trust_admin', '--minutes', '0x10'], /^--minutes/],
  [['--role', 'trust_admin', '--minutes', 'an hour'], /^--minutes/],
  [['trust_admin'], /^Invalid arguments\. Try --help\.$/],
  [['--rolle', 'trust_admin'], /^Invalid arguments/],
  [['--role'], /^Invalid arguments/],
])('%j is refused with one line', (typed, line) => {
  expect(staffLinkRequest(typed)).toEqual({ kind: 'wrong', line: expect.stringMatching(line) })
})
