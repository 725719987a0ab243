import type { Page } from 'playwright-core'

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

/** By mouse on a wide screen. */
export async function chooseCloud(page: Page, domain: string) {
  const { selector, panel } = shellOf(page)
  await selector.click()
  await panel.getByRole('link', { name: cloudName(domain) }).click()
}

/** The name of a cloud's link includes its status. */
export function cloudName(domain: string) {
  return new RegExp(`^${domain.replaceAll('.', '\\.')} ?,`)
}
