import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { focused, formOf } from './form-parts.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = ownSite()

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

test('A-06, A-07 the form knows what it asks for, and so do password managers', async () => {
  const { field } = await open()
  expect(await field('Email').getAttribute('type')).toBe('email')
  expect(await field('Email').getAttribute('autocomplete')).toBe('username')
  for (const label of ['Password', 'Confirm Password']) {
    expect(await field(label).getAttribute('autocomplete')).toBe('new-password')
    expect(await field(label).getAttribute('type')).toBe('password')
  }
})

describe('what is wrong is told at the field', () => {
  test.each([
    ['', 'Please enter your Email'],
    ['kim', 'Please enter a valid email address'],
    ['kim@mail.northwall.example', 'Northwall staff should use Employee Login on the Sign In page.'],
  ])('A-06 with the address "%s"', async (email, told) => {
    const { page, signUp, errorUnder } = await open()
    await signUp({ email })
    await soon(() => errorUnder('Email')).toBe(told)
    expect(await focused(page)).toBe('email')
  })

  test.each([
    { pass: '', told: 'Please enter your Password' },
    { pass: 'Ab1x', told: RULE },
    { pass: 'abcde1', told: RULE },
    { pass: 'Abcdef', told: RULE },
  ])('A-07 with the password "$pass"', async ({ pass, told }) => {
    const { page, signUp, errorUnder, alert } = await open()
    const hint = page.getByText('At least 5 characters')
    await hint.waitFor()
    await signUp({ pass })
    await soon(() => errorUnder('Password')).toBe(told)
    expect(await hint.count(), 'the rule is said once').toBe(0)
    expect(await alert.textContent()).toContain(told)
  })

  test('A-07 with no second password, or with another', async () => {
    const { page, signUp, submit, field, errorUnder } = await open({ reducedMotion: true })
    await signUp({ confirm: '' })
    await soon(() => errorUnder('Confirm Password')).toBe('Please confirm your Password')
    await field('Confirm Password').fill('Other9')
    await submit.click()
    await soon(() => errorUnder('Confirm Password')).toBe('The passwords do not match')
    expect(await focused(page)).toBe('confirm')
    expect(await axeViolations(page)).toEqual([])
  })

  test('A-08 with an address that has an account; nothing is sent but the question, and nothing is lost', async () => {
    const { email } = await makeAccount(site().db)
    const { page, signUp, errorUnder, field } = await open()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
    })
    await signUp({ email })
    await soon(() => errorUnder('Email')).toBe('There is already an account with this email address')
    expect(calls).toEqual(['/api/validate-email'])
    expect(await field('Email').inputValue()).toBe(email)
    expect(await field('Confirm Password').inputValue()).toBe(PASS)
  })

  test('A-07 with one of the commonest passwords, which only the server knows', async () => {
    const { signUp, errorUnder } = await open({ expects: [/status of 422/] })
    await signUp({ pass: 'Password1' })
    await soon(() => errorUnder('Password')).toMatch(/common/i)
  })
})

test('A-09 an error is shown as HTML above the form, and nothing in it runs', async () => {
  const { page, signUp, alert } = await open({ expects: [/status of 422/] })
  await page.route('**/api/user/register', (route) =>
    route.fulfill({
      status: 422,
      json: {
        message:
          'This is <b>taken</b>. <a href="/sign-in">Sign in</a><img src=x onerror="document.title=1"><script>document.title=2</script><a href="//evil.example">!</a>',
      },
    }),
  )
  await signUp()
  await soon(() => alert.textContent()).toBe('This is taken. Sign in!')
  expect(await alert.locator('strong').textContent()).toBe('taken')
  expect(await alert.locator('img, script').count()).toBe(0)
  expect(
    await alert.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['/sign-in'])
  await alert.getByRole('link', { name: 'Sign in' }).click()
  await soon(() => addressOf(page)).toBe('/sign-in')
})

test('A-09 who signs up is told of the mail, is signed in, and comes to the subscriptions', async () => {
  const { page, signUp } = await open()
  await signUp()
  await toastOf(page, /successfully signed up.*email that we have sent you/).waitFor()
  await soon(() => addressOf(page)).toBe('/subscribe')
  await soon(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('logout_token')
  expect(await shellOf(page).header.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
})

test('G-19 who has an account after all is led to sign in, with where to go then', async () => {
  const { page, link } = await open({}, '/sign-up?origin=%2Fnorthwall.net%2Ffaq')
  await link('Sign In').click()
  await soon(() => addressOf(page)).toBe('/sign-in?origin=%2Fnorthwall.net%2Ffaq')
})

test('who is signed in already is led on', async () => {
  const { uid } = await makeAccount(site().db)
  const { page } = await open()
  await enterAs(page, site(), { uid })
  await goTo(page, '/sign-up')
  await soon(() => addressOf(page)).toBe('/subscribe')
})
