import type { Locator, Page } from 'playwright-core'
import { soon } from './browser.ts'

/** A click on something that has just been opened; on a slow machine it may take some tries. */
const CLICK_WITHIN_MS = 5_000

export function shellOf(page: Page) {
  const mainNav = page.getByRole('navigation', { name: 'Main' })
  return {
    header: page.locator('header.shell'),
    selector: page.locator('header summary').filter({ hasText: 'Cloud:' }),
    panel: page.getByRole('navigation', { name: 'Clouds' }),
    drawer: page.getByRole('dialog', { name: 'Choose a cloud' }),
    mainNav,
    notifications: mainNav.locator('summary').filter({ hasText: 'Notifications' }),
    main: page.locator('main'),
    heading: page.locator('main h1'),
    footer: page.locator('#root > footer'),
    statusFilter: page.getByLabel('Status', { exact: true }),
    retry: page.getByRole('button', { name: 'Retry' }),
  }
}

export async function chooseCloud(page: Page, domain: string) {
  const { selector, panel } = shellOf(page)
  await clickInside(selector, panel.getByRole('link', { name: cloudName(domain) }))
}

/**
 * Opens a menu and clicks on something in it. Content that has just arrived or changed may close the menu
 * again: a page by taking the focus, a screen by replacing the menu.
 */
export async function clickInside(menu: Locator, wanted: Locator) {
  await soon(async () => {
    if (!(await wanted.isVisible())) await menu.click({ timeout: CLICK_WITHIN_MS })
    return wanted.click({ timeout: CLICK_WITHIN_MS }).then(
      () => 'clicked',
      (error: Error) => error.message,
    )
  }).toBe('clicked')
}

/** The name of a cloud's link includes its status. */
export function cloudName(domain: string) {
  return new RegExp(`^${domain.replaceAll('.', '\\.')} ?,`)
}
