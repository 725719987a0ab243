import type { Page } from 'playwright-core'
import { addressOf, goTo, type PageOptions, soon, type TestBrowser } from './browser.ts'
import type { OwnSite } from './own-site.ts'
import { enterAs } from './signed-in.ts'

export async function openSettingsOf<A extends { uid: number }>(
  browser: TestBrowser,
  site: OwnSite,
  account: A,
  options: PageOptions = {},
): Promise<A & { page: Page }> {
  const page = await browser.newPage({ siteUrl: site.url, ...options })
  await enterAs(page, site, account)
  await goTo(page, '/account-settings')
  await soon(() => addressOf(page)).toBe(`/user/${account.uid}/edit`)
  await sectionOf(page, 'Email').section.waitFor()
  return { ...account, page }
}

export function sectionOf(page: Page, name: string) {
  const section = page.getByRole('region', { name, exact: true })
  return {
    section,
    field: (label: string) => section.getByLabel(label, { exact: true }),
    button: (label: string) => section.getByRole('button', { name: label, exact: true }),
    alert: section.getByRole('alert'),
    said: () => section.getByRole('status').innerText(),
    text: () => section.innerText(),
  }
}

export async function errorAt(page: Page, field: ReturnType<Page['locator']>): Promise<string> {
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  const id = described.split(' ').find((each) => each.endsWith('-error'))
  return id === undefined ? '' : page.locator(`[id="${id}"]`).innerText()
}
