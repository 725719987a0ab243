import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeStaffLink } from '../../src/accounts/staff-link/make-staff-link.ts'
import { ROLES } from '../../src/domain/access.ts'
import { SIGNED_IN } from '../../src/domain/texts.ts'
import { DEMO_PEOPLE } from '../../src/server/sign-on/demo-identity.ts'
import { isShort, sized } from '../size.ts'
import { axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

describe('A-19 employee login with the demo provider', () => {
  // In every run, three-in-the-morning.test.ts signs in here, and demo-identity.test.ts covers the rights
  // of an administrator and of a person without a role.
  test.skipIf(isShort)(
    'A-20 is accessible and fits every width, and signs people in, each with their own rights',
    async () => {
      const page = await openSignIn(PATH.incidents)
      await page.getByRole('link', { name: 'Employee login' }).click()
      await page.getByRole('heading', { name: 'Who is signing in?' }).waitFor()
      for (const width of sized({ short: [390], long: [390, 800, 1440] })) {
        await page.setViewportSize({ width, height: 900 })
        await soon(() =>
          page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
        expect(await axeViolations(page), `at ${width} px`).toEqual([])
      }
      for (const role of ROLES) expect(await personButton(page, role).count()).toBe(1)

      // One with a role; API tests cover the rest.
      const people = sized({ short: DEMO_PEOPLE.slice(-2, -1), long: DEMO_PEOPLE })
      for (const [at, { role, email }] of people.entries()) {
        if (at > 0) await page.goto(`/sso/login?${new URLSearchParams({ origin: PATH.incidents })}`)
        await page.getByRole('heading', { name: 'Who is signing in?' }).waitFor()
        await personButton(page, role).click()
        await soon(() => addressOf(page)).toBe(role === null ? PATH.incidents : '/admin/dashboard')
        await toastOf(page, SIGNED_IN).waitFor()
        if (role !== null) await page.goto(PATH.incidents)
        await soon(() => userMenu(page).getAttribute('title')).toBe(email)
        await userMenu(page).click()
        await page.getByRole('button', { name: 'Sign Out' }).waitFor()
        expect(await adminLink(page).count()).toBe(role === null ? 0 : 1)
      }
    },
  )
})

// `tests/integration/staff-link.test.ts` covers that it works only once.
test('break-glass: a staff link signs in when its button is pressed', async () => {
  const made = await makeStaffLink(site().db, {
    role: 'trust_admin',
    minutes: 5,
    publicUrl: site().url,
    now: new Date(),
  })
  if (made.kind !== 'made') throw new Error('There is no link.')
  const { pathname, search } = new URL(made.link)
  const page = await browser.open(pathname + search, { siteUrl: site().url })
  expect(await cookieNames(page)).not.toContain('candor_session')
  await page.getByRole('main').getByRole('button').click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByText('Emergency access (trust_admin)').first().waitFor()
})

function openSignIn(origin?: string) {
  const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`
  return browser.open(`/sign-in${query}`, { siteUrl: site().url, reducedMotion: true })
}

function personButton(page: Page, role: string | null) {
  const name = role === null ? 'Continue without a role' : `Continue as ${role}`
  return page.getByRole('button', { name, exact: true })
}

function userMenu(page: Page) {
  return page.getByRole('banner').locator('summary').filter({ hasText: 'Your account:' })
}

function adminLink(page: Page) {
  return page.locator('a[href="/admin/dashboard"]')
}

async function cookieNames(page: Page) {
  return (await page.context().cookies()).map(({ name }) => name)
}
