import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { soon, testBrowser, untilAlive } from './browser.ts'
import { formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = sharedSite('readers')

describe('while the scripts are still loading', () => {
  test("a form can be submitted, and the server's messages stay when the scripts arrive", async () => {
    const page = await browser.newPage({ siteUrl: site().url, expects: [/status of 422/] })
    const scripts = await heldBack(page, '**/assets/*.js')
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await signInWith(page, { name: 'kim@customer.example', pass: '' })
    const { alert, field, errorUnder } = formOf(page)
    await soon(() => alert.textContent()).toBe('Please enter your Password')
    await field('Password').fill('Typed before')
    scripts.release()
    await untilAlive(page)
    expect(await alert.textContent()).toBe('Please enter your Password')
    expect(await errorUnder('Password')).toBe('Please enter your Password')
    expect(await field('Email or username').inputValue()).toBe('kim@customer.example')
    expect(await field('Password').inputValue()).toBe('Typed before')
  })

  test('a one-time message appears on the next page', async () => {
    const { email, pass } = await makeAccount(site().db)
    const page = await browser.newPage({ siteUrl: site().url })
    // By what the request says: the test may learn of the next page after its scripts are requested.
    await page.route('**/assets/*.js', (route) =>
      route.request().headers().referer?.endsWith('/sign-in') ? route.abort('aborted') : route.continue(),
    )
    await page.goto('/sign-in')
    await signInWith(page, { name: email, pass })
    await toastOf(page, 'You have successfully logged in!').waitFor()
  })
})
