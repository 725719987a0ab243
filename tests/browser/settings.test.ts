import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { ownSite } from './own-site.ts'
import { errorAt, openSettingsOf, sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'

const site = ownSite()
const browser = testBrowser()

const REFUSED_422 = /status of 422/
const NOT_ALLOWED_403 = /status of 403/

describe('A-17 the email', () => {
  test('is told with whether it is verified', async () => {
    const verified = await openSettings(await makeAccount(site().db))
    await soon(() => sectionOf(verified.page, 'Email').text()).toContain(`${verified.email}\nVerified`)

    const unverified = await openSettings(await makeAccount(site().db, { isVerified: false }))
    await soon(() => sectionOf(unverified.page, 'Email').text()).toContain('Not verified')
  })

  test('is changed by a link to the new address, and the old one counts until then', async () => {
    const { page, email, uid, pass } = await openSettings(await makeAccount(site().db))
    const { field, text, said } = sectionOf(page, 'Email')
    const wanted = `new-${email}`
    await askForEmail(page, { wanted, pass })
    await soon(said).toContain(`We have sent a link to ${wanted}.`)
    expect(await toastOf(page, 'link').count()).toBe(0)
    await soon(text).toContain(`Waiting for ${wanted}`)
    expect(await text()).toContain(`${email}\nVerified`)
    expect(await field('New email').inputValue()).toBe('')
    expect((await userOf(uid)).email).toBe(email)
  })

  test('says what is wrong at the field and above the form, and keeps what was typed', async () => {
    const { page, pass } = await openSettings(await makeAccount(site().db), { expects: [REFUSED_422] })
    const { field, button, alert } = sectionOf(page, 'Email')
    await button('Change email').click()
    await soon(() => errorAt(page, field('New email'))).toBe('Please enter your new email')
    expect(await errorAt(page, field('Current password'))).toBe('Please enter your current password')

    await field('New email').fill('ada@northwall.example')
    await field('Current password').fill('Wrong9 password')
    await button('Change email').click()
    await soon(() => alert.innerText()).toContain('staff should use Employee Login')

    await field('New email').fill('ada@elsewhere.example')
    await button('Change email').click()
    await soon(() => errorAt(page, field('Current password'))).toBe('This is not your current password')
    expect(await alert.innerText()).toBe('This is not your current password')
    expect(await field('New email').inputValue()).toBe('ada@elsewhere.example')
    expect(await field('Current password').evaluate((input) => input === document.activeElement)).toBe(true)

    await field('Current password').fill(pass)
    await field('Current password').press('Enter')
    await soon(() => alert.count()).toBe(0)
    await soon(() => sectionOf(page, 'Email').text()).toContain('Waiting for ada@elsewhere.example')
  })
})

describe('A-17 the password', () => {
  test('is changed by whoever knows it; other sessions end, and this one goes on', async () => {
    const account = await makeAccount(site().db)
    const elsewhere = await openSettings(account, { expects: [/status of 401/] })
    const { page, uid, email, pass } = await openSettings(account)
    await soon(() => sectionOf(page, 'Where you are signed in').section.getByRole('listitem').count()).toBe(2)

    const { field, said } = sectionOf(page, 'Password')
    await changePassword(page, { pass })
    await soon(said).toBe('Your password is changed. You are signed out everywhere else.')
    expect(await toastOf(page, 'password').count()).toBe(0)
    expect(await field('New password').inputValue()).toBe('')
    await soon(() => sectionOf(page, 'Where you are signed in').section.getByRole('listitem').count()).toBe(1)

    expect((await elsewhere.page.request.get(`/api/user/${uid}/settings`)).status()).toBe(401)
    await sectionOf(elsewhere.page, 'Time zone').button('Save time zone').click()
    await soon(() => addressOf(elsewhere.page)).toContain('/sign-in?notice=session-ended')

    await sectionOf(page, 'Time zone').button('Save time zone').click()
    await soon(() => sectionOf(page, 'Time zone').text()).toContain('Times are now shown in UTC.')
    const signIn = (password: string) =>
      page.request.post('/api/user/login', { data: { name: email, pass: password } })
    expect((await signIn(pass)).status()).toBe(422)
    expect((await signIn('Harbour7 lights')).status()).toBe(200)
  })

  test('ends a change of email that is not confirmed, and says so before and after', async () => {
    const { page, email, pass } = await openSettings(await makeAccount(site().db))
    const password = sectionOf(page, 'Password')
    expect(await password.text()).not.toContain('change of email')
    await askForEmail(page, { wanted: `new-${email}`, pass })
    await soon(password.text).toContain(`It also cancels your change of email to new-${email}`)

    await changePassword(page, { pass })
    await soon(password.said).toContain('Your change of email is cancelled')
    await soon(password.text).not.toContain('It also cancels')
    expect(await sectionOf(page, 'Email').text()).not.toContain(`new-${email}`)
  })

  test('names the fields that are empty', async () => {
    const { page } = await openSettings(await makeAccount(site().db))
    const { field, button } = sectionOf(page, 'Password')
    await button('Change password').click()
    await soon(() => errorAt(page, field('Current password'))).toBe('Please enter your current password')
    expect(await errorAt(page, field('New password'))).toBe('Please enter a new password')
    expect(await errorAt(page, field('Confirm new password'))).toBe('Please confirm your new password')
  })

  test('says what is wrong with it, and nothing typed is lost', async () => {
    const { page, pass } = await openSettings(await makeAccount(site().db), { expects: [REFUSED_422] })
    const { field, button, alert } = sectionOf(page, 'Password')
    await field('Current password').fill('Wrong9 password')
    await field('New password').fill('weak')
    await field('Confirm new password').fill('other')
    await button('Change password').click()
    await soon(() => errorAt(page, field('New password'))).toBe(
      'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number',
    )
    expect(await errorAt(page, field('Confirm new password'))).toBe('The passwords do not match')

    await field('New password').fill('Harbour7 lights')
    await field('Confirm new password').fill('Harbour7 lights')
    await button('Change password').click()
    await soon(() => errorAt(page, field('Current password'))).toBe('This is not your current password')
    expect(await alert.innerText()).toBe('This is not your current password')
    expect(await field('New password').inputValue()).toBe('Harbour7 lights')

    await field('Current password').fill(pass)
    await field('New password').fill('Password1')
    await field('Confirm new password').fill('Password1')
    await button('Change password').click()
    await soon(() => errorAt(page, field('New password'))).not.toBe('')
  })
})

test('A-17 the own data is a file of JSON with the email address in it', async () => {
  const { page, email } = await openSettings(await makeAccount(site().db))
  const download = page.waitForEvent('download')
  await sectionOf(page, 'Your data').section.getByRole('link', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.json$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const data = JSON.parse(Buffer.concat(chunks).toString()) as unknown
  expect(JSON.stringify(data)).toContain(email)
})

test('A-17 the page of another account is refused, and leads to the own one', async () => {
  const other = await makeAccount(site().db)
  const { page, uid } = await openSettings(await makeAccount(site().db), { expects: [NOT_ALLOWED_403] })
  await goTo(page, `/user/${other.uid}/edit`)
  await soon(() => shellOf(page).main.innerText()).toContain('This page belongs to another account.')
  expect(await page.content()).not.toContain(other.email)
  await page.getByRole('link', { name: 'Go to your own settings' }).click()
  await soon(() => addressOf(page)).toBe(`/user/${uid}/edit`)
  await soon(() => sectionOf(page, 'Email').section.count()).toBe(1)
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

test('A-17 whoever is not signed in is asked to, with the way back', async () => {
  const page = await browser.open('/user/7/edit', { siteUrl: site().url })
  await soon(() => addressOf(page)).toBe('/sign-in?notice=settings&origin=%2Fuser%2F7%2Fedit')
  await soon(() => shellOf(page).main.innerText()).toContain(
    'Please sign in or sign up to change user settings.',
  )
})

test('A-17 staff are told that email and password come from the employee login', async () => {
  const member = await makeStaff(site(), ['blog_editor'])
  const { page } = await openSettings(member)
  await soon(() => sectionOf(page, 'Email').text()).toContain('comes from the employee login')
  expect(await sectionOf(page, 'Password').text()).toContain('this site keeps no password of yours')
  for (const name of ['Email', 'Password']) {
    expect(await sectionOf(page, name).section.locator('form').count()).toBe(0)
  }
})

test('A-17 the server’s page is the same for every account, not indexed, and says what it needs scripts for', async () => {
  const { page } = await openSettings(await makeAccount(site().db))
  const [one, other] = await Promise.all(
    ['/user/1/edit', '/user/2147483647/edit'].map(async (path) => (await page.request.get(path)).text()),
  )
  expect(one).toBe(other)
  expect(one).toContain('<meta name="robots" content="noindex"')
  expect((await page.request.get('/user/0/edit')).status()).toBe(404)

  const account = await makeAccount(site().db)
  const plain = await browser.newPage({ siteUrl: site().url, javaScript: false })
  await enterAs(plain, site(), account)
  await goTo(plain, `/user/${account.uid}/edit`, { javaScript: false })
  expect(await shellOf(plain).main.innerText()).toMatch(/^Settings\s+This page .* needs JavaScript/)
})

describe('A-17 the page', () => {
  test.each([1440, 390])('has nothing that axe finds wrong, at %i px', async (width) => {
    const { page } = await openSettings(await makeAccount(site().db), {
      width,
      reducedMotion: true,
      expects: [REFUSED_422],
    })
    const { field, button } = sectionOf(page, 'Email')
    await field('New email').fill('ada@elsewhere.example')
    await field('Current password').fill('Wrong9 password')
    await button('Change email').click()
    await soon(() => errorAt(page, field('Current password'))).not.toBe('')
    expect(await axeViolations(page)).toEqual([])
  })

  test('has an index that leads to each section, on wide screens', async () => {
    const { page } = await openSettings(await makeAccount(site().db))
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
    const narrow = await openSettings(await makeAccount(site().db), { width: 390 })
    expect(await narrow.page.getByRole('navigation', { name: 'On this page' }).isVisible()).toBe(false)
  })
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

/** To `Harbour7 lights`. */
async function changePassword(page: Page, { pass }: { pass: string }) {
  const { field, button } = sectionOf(page, 'Password')
  await field('Current password').fill(pass)
  await field('New password').fill('Harbour7 lights')
  await field('Confirm new password').fill('Harbour7 lights')
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
