import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeInDetail } from './axe.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { focused, formOf } from './form-parts.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = sharedSite('readers')

const PASS = 'Fog9 over Lisbon'
const RULE = 'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number'

const newEmail = () => `${crypto.randomUUID()}@customer.example`

async function open(options: PageOptions = {}, path = '/sign-up') {
  const page = await browser.open(path, { siteUrl: site().url, ...options })
  const form = formOf(page)
  return {
    page,
    ...form,
    async signUp(of: { email?: string; pass?: string; confirm?: string } = {}) {
      const { email = newEmail(), pass = PASS, confirm = pass } = of
      await form.field('Email').fill(email)
      await form.field('Password').fill(pass)
      await form.field('Confirm Password').fill(confirm)
      await form.submit.click()
    },
  }
}

test('A-06, A-07, A-08, A-09 errors appear at the field, input is kept, and sign-up leads to the subscriptions', async () => {
  const { email: taken } = await makeAccount(site().db)
  const { page, signUp, submit, field, errorUnder, alert } = await open({
    reducedMotion: true,
    expects: [/status of 422/],
  })
  expect(await field('Email').getAttribute('type')).toBe('email')
  expect(await field('Email').getAttribute('autocomplete')).toBe('username')
  for (const label of ['Password', 'Confirm Password']) {
    expect(await field(label).getAttribute('autocomplete')).toBe('new-password')
    expect(await field(label).getAttribute('type')).toBe('password')
  }
  const hint = page.getByText('At least 5 characters')
  await hint.waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })

  await signUp({ email: 'kim@mail.northwall.example', pass: 'Ab1x', confirm: '' })
  await soon(() => errorUnder('Email')).toBe('Northwall staff should use Employee Login on the Sign In page.')
  await soon(() => focused(page)).toBe('email')
  expect(await errorUnder('Password')).toBe(RULE)
  expect(await hint.count(), 'the error does not say all of it').toBe(1)
  expect(await alert.textContent()).toContain(RULE)
  expect(await errorUnder('Confirm Password')).toBe('Please confirm your Password')
  await signUp({ confirm: 'Other9' })
  await soon(() => errorUnder('Confirm Password')).toBe('The passwords do not match')
  await soon(() => focused(page)).toBe('confirm')
  if (!isShort) expect(await axeInDetail(page)).toEqual([])
  expect(calls).toEqual([])

  await signUp({ email: taken })
  await soon(() => errorUnder('Email')).toBe('There is already an account with this email address')
  expect(calls).toEqual(['/api/validate-email'])
  expect(await field('Email').inputValue()).toBe(taken)
  expect(await field('Confirm Password').inputValue()).toBe(PASS)

  // A common password; only the server has the list.
  await signUp({ pass: 'Password1' })
  await soon(() => errorUnder('Password')).toMatch(/common/i)

  await field('Password').fill(PASS)
  await field('Confirm Password').fill(PASS)
  await submit.click()
  await toastOf(page, /successfully signed up.*email that we have sent you/).waitFor()
  await soon(() => addressOf(page)).toBe('/subscribe')
  await soon(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('logout_token')
  expect(await shellOf(page).header.getByRole('link', { name: 'Sign In' }).count()).toBe(0)

  if (isShort) return
  await goTo(page, '/sign-up')
  await soon(() => addressOf(page)).toBe('/subscribe')
})
