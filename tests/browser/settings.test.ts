import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sized } from '../size.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { errorAt, openSettingsOf, sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const NEW_PASS = 'Harbour7 lights'
const REFUSED_422 = /status of 422/
const NOT_ALLOWED_403 = /status of 403/

test('A-17 the email is changed by a link to the new address; what is wrong stands at the field, and nothing typed is lost', async () => {
  const { page, email, uid, pass } = await openSettings(await makeAccount(site().db), {
    reducedMotion: true,
    expects: [REFUSED_422],
  })
  const { field, button, alert, text, said } = sectionOf(page, 'Email')
  await soon(text).toContain(`${email}\nVerified`)
  await button('Change email').click()
  await soon(() => errorAt(page, field('New email'))).toBe('Please enter your new email')
  expect(await errorAt(page, field('Current password'))).toBe('Please enter your current password')

  await askForEmail(page, { wanted: 'ada@northwall.example', pass: 'Wrong9 password' })
  await soon(() => alert.innerText()).toContain('staff should use Employee Login')

  const wanted = `new-${email}`
  await field('New email').fill(wanted)
  await button('Change email').click()
  await soon(() => errorAt(page, field('Current password'))).toBe('This is not your current password')
  expect(await alert.innerText()).toBe('This is not your current password')
  expect(await field('New email').inputValue()).toBe(wanted)
  await soon(() => field('Current password').evaluate((input) => input === document.activeElement)).toBe(true)
  for (const width of sized({ short: [1440], long: [1440, 390] })) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page), `at ${width} px`).toEqual([])
  }

  await field('Current password').fill(pass)
  await field('Current password').press('Enter')
  await soon(said).toContain(`We have sent a link to ${wanted}.`)
  expect(await alert.count()).toBe(0)
  expect(await toastOf(page, 'link').count()).toBe(0)
  await soon(text).toContain(`Waiting for ${wanted}`)
  // The old one counts until then.
  expect(await text()).toContain(`${email}\nVerified`)
  expect(await field('New email').inputValue()).toBe('')
  expect((await userOf(uid)).email).toBe(email)
})

test('A-17 the password is changed by who knows it; what is wrong is said, other sessions end, and so does a change of email', async () => {
  const account = await makeAccount(site().db)
  const elsewhere = await openSettings(account, { expects: [/status of 401/] })
  const { page, uid, email, pass } = await openSettings(account, { expects: [REFUSED_422] })
  const sessions = sectionOf(page, 'Where you are signed in').section.getByRole('listitem')
  await soon(() => sessions.count()).toBe(2)
  const { field, button, alert, said, text } = sectionOf(page, 'Password')
  expect(await text()).not.toContain('change of email')
  await askForEmail(page, { wanted: `new-${email}`, pass })
  await soon(text).toContain(`It also cancels your change of email to new-${email}`)

  await button('Change password').click()
  await soon(() => errorAt(page, field('Current password'))).toBe('Please enter your current password')
  expect(await errorAt(page, field('New password'))).toBe('Please enter a new password')
  expect(await errorAt(page, field('Confirm new password'))).toBe('Please confirm your new password')

  await changePassword(page, { pass: 'Wrong9 password', to: 'weak', confirm: 'other' })
  await soon(() => errorAt(page, field('New password'))).toBe(
    'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number',
  )
  expect(await errorAt(page, field('Confirm new password'))).toBe('The passwords do not match')

  await changePassword(page, { pass: 'Wrong9 password' })
  await soon(() => errorAt(page, field('Current password'))).toBe('This is not your current password')
  expect(await alert.innerText()).toBe('This is not your current password')
  expect(await field('New password').inputValue()).toBe(NEW_PASS)

  await changePassword(page, { pass, to: 'Password1' })
  await soon(() => errorAt(page, field('New password'))).not.toBe('')

  await changePassword(page, { pass })
  await soon(said).toMatch(/^Your password is changed\. You are signed out everywhere else\./)
  expect(await said()).toContain('Your change of email is cancelled')
  expect(await toastOf(page, 'password').count()).toBe(0)
  expect(await field('New password').inputValue()).toBe('')
  await soon(text).not.toContain('It also cancels')
  expect(await sectionOf(page, 'Email').text()).not.toContain(`new-${email}`)
  await soon(() => sessions.count()).toBe(1)

  await sectionOf(elsewhere.page, 'Time zone').button('Save time zone').click()
  await soon(() => addressOf(elsewhere.page)).toContain('/sign-in?notice=session-ended')
  await sectionOf(page, 'Time zone').button('Save time zone').click()
  await soon(() => sectionOf(page, 'Time zone').text()).toContain('Times are now shown in UTC.')
  const signIn = (password: string) =>
    page.request.post('/api/user/login', { data: { name: email, pass: password } })
  expect((await signIn(pass)).status()).toBe(422)
  expect((await signIn(NEW_PASS)).status()).toBe(200)
  expect((await userOf(uid)).email).toBe(email)
})

test('A-17 the page has an index, gives the own data as a file, and is of its owner alone', async () => {
  const { page, uid, email } = await openSettings(await makeAccount(site().db), {
    expects: [NOT_ALLOWED_403],
  })
  const index = page.getByRole('navigation', { name: 'On this page' })
  await index.getByRole('link', { name: 'Your data' }).click()
  await soon(() => addressOf(page)).toMatch(/#data$/)
  await soon(() => isInView(page, 'Your data')).toBe(true)
  const marked = index.locator('[aria-current="location"]')
  await soon(() => marked.allInnerTexts()).toEqual(['Your data'])
  // A browser that is still on its way up does not turn round, so the key is pressed until it does.
  const markedAfter = (key: string) =>
    soon(async () => {
      await page.keyboard.press(key)
      return marked.allInnerTexts()
    })
  await markedAfter('Control+Home').toEqual(['Email'])
  await markedAfter('Control+End').toEqual(['Delete account'])
  await goTo(page, '/account-settings#delete')
  await soon(() => addressOf(page)).toMatch(/^\/user\/\d+\/edit#delete$/)
  await soon(() => isInView(page, 'Delete account')).toBe(true)
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => index.isVisible()).toBe(false)

  const download = page.waitForEvent('download')
  await sectionOf(page, 'Your data').section.getByRole('link', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.json$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const data = JSON.parse(Buffer.concat(chunks).toString()) as unknown
  expect(JSON.stringify(data)).toContain(email)

  const other = await makeAccount(site().db)
  await goTo(page, `/user/${other.uid}/edit`)
  await soon(() => shellOf(page).main.innerText()).toContain('This page belongs to another account.')
  expect(await page.content()).not.toContain(other.email)
  await page.getByRole('link', { name: 'Go to your own settings' }).click()
  await soon(() => addressOf(page)).toBe(`/user/${uid}/edit`)
  await soon(() => sectionOf(page, 'Email').section.count()).toBe(1)

  // What the server sends is the same for every account, and says what it needs scripts for.
  const [one = '', another] = await Promise.all(
    ['/user/1/edit', '/user/2147483647/edit'].map(async (path) => (await page.request.get(path)).text()),
  )
  expect(one).toBe(another)
  expect(one).toContain('<meta name="robots" content="noindex"')
  expect(one).toMatch(/This page [^<]* needs JavaScript/)
  expect((await page.request.get('/user/0/edit')).status()).toBe(404)
})

test('G-20 what could not be read is read again on Retry, and who is signed in too', async () => {
  const account = await makeAccount(site().db)
  const page = await browser.newPage({ siteUrl: site().url, expects: [/status of 503/, /who is signed in/] })
  await enterAs(page, site(), account)
  const calls = /\/api\/user\/(details|\d+\/settings)$/
  await page.route(calls, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await goTo(page, `/user/${account.uid}/edit`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await page.unroute(calls)
  await retry.click()
  await soon(() => sectionOf(page, 'Email').section.count()).toBe(1)
  await page.locator(`header summary[title="${account.email}"]`).waitFor()
})

/** The settings of an account in a browser of its owner. */
function openSettings<A extends { uid: number }>(account: A, options?: PageOptions) {
  return openSettingsOf(browser, site(), account, options)
}

async function askForEmail(page: Page, { wanted, pass }: { wanted: string; pass: string }) {
  const { field, button } = sectionOf(page, 'Email')
  await field('New email').fill(wanted)
  await field('Current password').fill(pass)
  await button('Change email').click()
}

async function changePassword(
  page: Page,
  { pass, to = NEW_PASS, confirm = to }: { pass: string; to?: string; confirm?: string },
) {
  const { field, button } = sectionOf(page, 'Password')
  await field('Current password').fill(pass)
  await field('New password').fill(to)
  await field('Confirm new password').fill(confirm)
  await button('Change password').click()
}

function userOf(uid: TestAccount['uid']) {
  return site().db.selectFrom('users').where('id', '=', uid).selectAll().executeTakeFirstOrThrow()
}

function isInView(page: Page, section: string) {
  return sectionOf(page, section).section.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}
