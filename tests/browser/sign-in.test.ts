import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { focused, formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = sharedSite('readers')

const open = (path: string, options: PageOptions = {}) =>
  browser.open(path, { siteUrl: site().url, ...options })

const WELCOME = 'You have successfully logged in!'
const UNRECOGNISED = 'Sorry, unrecognized email, username or password.'
const REFUSED = /status of 422/

describe('errors', () => {
  test('A-01, A-02, A-03, A-04, A-05, G-19 appear above the form and at its fields, keep the input, allow a retry, and never lead to another site; on a phone every control is large enough for touch', async () => {
    const elsewhere = encodeURIComponent('https://evil.example/')
    const page = await open(`/sign-in?problem=sign-on-failed&origin=${elsewhere}`, {
      reducedMotion: true,
      expects: [REFUSED, /before-login/],
    })
    const { alert, field, submit, link, errorUnder } = formOf(page)
    expect(await alert.textContent()).toBe('The employee login did not complete. Please try again.')
    await submit.click()
    await soon(() => alert.locator('p').allTextContents()).toEqual([
      'Please enter your Email or Username',
      'Please enter your Password',
    ])
    expect(await errorUnder('Email or username')).toBe('Please enter your Email or Username')
    expect(await errorUnder('Password')).toBe('Please enter your Password')
    await soon(() => focused(page)).toBe('name')
    expect(await colorOf(alert)).toBe('rgb(179, 38, 30)')
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    const controls = page.locator('main input, main button, main form a')
    expect(await controls.count()).toBeGreaterThan(4)
    const tooSmall = await controls.evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
    )
    expect(tooSmall).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await field('Email or username').fill('kim')
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('pass')
    expect(await errorUnder('Email or username')).toBeUndefined()

    await signInWith(page, { name: 'Kim@NORTHWALL.example', pass: 'Secret1' })
    const hint = 'You are a member of Northwall staff. Please use the Employee login below.'
    await soon(() => alert.textContent()).toBe(hint)
    const below = await link('Employee login').boundingBox()
    const above = await field('Email or username').boundingBox()
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)

    const { email, pass } = await makeAccount(site().db)
    const calls = callsOf(page)
    await page.route('**/api/user/before-login', (route) =>
      route.fulfill({ json: { data: { message: 'Not today.' } } }),
    )
    await signInWith(page, { name: 'kim@customer.example', pass: 'Fog9' })
    await soon(() => alert.textContent()).toBe('Not today.')
    await soon(() => focused(page)).toBe('alert')
    expect(calls).toEqual(['/api/user/before-login'])

    await page.unroute('**/api/user/before-login')
    await page.route('**/api/user/before-login', (route) => route.abort('connectionrefused'))
    await signInWith(page, { name: email, pass })
    await soon(() => alert.textContent()).toBe('We can’t reach the site right now. Please try again.')
    expect(await field('Password').inputValue()).toBe(pass)
    await page.unroute('**/api/user/before-login')

    await signInWith(page, { name: email, pass: 'Not9-the-password' })
    await soon(() => alert.textContent()).toBe(UNRECOGNISED)
    await soon(() => focused(page)).toBe('alert')
    expect(await field('Email or username').inputValue()).toBe(email)
    expect(await field('Password').inputValue()).toBe('Not9-the-password')

    calls.length = 0
    const login = await heldBack(page, '**/api/user/login')
    await signInWith(page, { name: email, pass })
    await soon(() => submit.textContent()).toBe('Signing in…')
    // Playwright would not click a busy button without `force`.
    await submit.click({ force: true })
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('Signing in…')
    login.release()
    await toastOf(page, WELCOME).waitFor()
    expect(calls.filter((path) => path === '/api/user/login')).toHaveLength(1)
    await soon(() => addressOf(page)).toBe(PATH.home)
  })
})

describe('A-05 signing in', () => {
  test('by username and keyboard from the top bar returns to the same page; a signed-in user is redirected immediately', async () => {
    const { pass } = await makeAccount(site().db, { username: 'kim.keys' })
    const page = await open(`${PATH.faq}?search=data+center#top`)
    const { field } = formOf(page)
    const button = shellOf(page).header.getByRole('link', { name: 'Sign In' })
    const origin = encodeURIComponent(`${PATH.faq}?search=data+center#top`)
    await soon(() => button.getAttribute('href')).toBe(`/sign-in?origin=${origin}`)
    await button.click()
    await soon(() => button.getAttribute('href')).toBe('/sign-in')
    // The page that has just arrived takes the focus.
    await soon(() => focused(page)).toBe('Sign In')
    for (let stops = 0; stops < 60 && (await focused(page)) !== 'name'; stops++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('kim.keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type(pass)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Show')
    await page.keyboard.press('Enter')
    await soon(() => field('Password').getAttribute('type')).toBe('text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => addressOf(page)).toBe(`${PATH.faq}?search=data+center#top`)
    await toastOf(page, WELCOME).waitFor()
    await goTo(page, `/sign-in?origin=${encodeURIComponent(PATH.incidents)}`)
    await soon(() => addressOf(page)).toBe(PATH.incidents)
  })
})

function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/user/')) calls.push(pathname)
  })
  return calls
}

type Located = ReturnType<Page['locator']>

function colorOf(of: Located) {
  return of.evaluate((element) => getComputedStyle(element).borderTopColor)
}
