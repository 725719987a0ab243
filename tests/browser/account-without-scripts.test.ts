import { describe, expect, test } from 'vitest'
import { soon, testBrowser, untilAlive } from './browser.ts'
import { formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'

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
})
