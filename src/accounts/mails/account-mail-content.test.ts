import { expect, test } from 'vitest'
import { accountMailContent } from './account-mail-content.ts'

const PROVIDER = {
  name: 'Northwall',
  staff_domains: [],
  help_url: 'https://help.example',
  gov_help_url: 'https://help.gov.example',
}

test.each([
  [false, 'https://help.example'],
  [true, 'https://help.gov.example'],
])('G-03 with a government deployment: %s, mails lead to help at %s', (isGov, help) => {
  const site = { provider: PROVIDER, publicUrl: 'https://trust.example', isGov }
  expect(accountMailContent('email-changed', site, {}).action).toEqual({
    text: 'Contact support',
    link: help,
  })
})
