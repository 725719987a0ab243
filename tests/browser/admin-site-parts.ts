import type { Page } from 'playwright-core'
import type { Role } from '../../src/domain/access.ts'
import { type PageOptions, soon, type TestBrowser } from './browser.ts'
import type { OwnSite } from './own-site.ts'
import { enterAs, makeStaff } from './signed-in.ts'

export async function openAsStaff(
  browser: TestBrowser,
  site: OwnSite,
  { roles, path, ...options }: PageOptions & { roles: readonly Role[]; path: string },
): Promise<Page> {
  const { uid } = await makeStaff(site, roles)
  const page = await browser.newPage({ siteUrl: site.url, reducedMotion: true, ...options })
  await enterAs(page, site, { uid, openedBy: 'sign-on' })
  await goToScreen(page, path)
  return page
}

export async function goToScreen(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** Goes to another screen without reloading, like a link. The two screens must have different titles. */
export async function goInside(page: Page, path: string) {
  // In one step: the previous screen may have arrived only just now.
  const before = await page.evaluate((to) => {
    const { title } = document
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to, usr: null }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    return title
  }, path)
  await soon(() => page.title()).not.toBe(before)
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
}

export async function openAsAdmin(
  browser: TestBrowser,
  site: OwnSite,
  path: string,
  options: PageOptions = {},
) {
  return openAsStaff(browser, site, { roles: ['administrator'], path, ...options })
}

/**
 * Polls the text of a public page as the server sends it. Other tests check that pages say the same without scripts.
 */
export function readerSees({ url }: OwnSite, path: string) {
  return soon(async () => textOf(await (await fetch(url + path)).text()))
}

/** The text of a document, with a space between the words of different elements. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  return body
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/**
 * Presses a button of the form and waits for the confirmation. By keyboard: the previous step's toast may cover the
 * button for some seconds, and a mouse would wait for that.
 */
export async function press(page: Page, name: string, said: RegExp | string) {
  await page.getByRole('main').getByRole('button', { name, exact: true }).press('Enter')
  await toast(page, said).waitFor()
}

export function toast(page: Page, said: RegExp | string) {
  return page.locator('[aria-live="polite"] p').filter({ hasText: said })
}

/**
 * A toast stays while the pointer is on it. On a slow machine it would be gone before readers see the
 * change.
 */
export async function pointAtToast(page: Page, said: RegExp | string) {
  await toast(page, said).hover()
}

export async function undo(page: Page, said: RegExp | string) {
  await toast(page, said).getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone.').waitFor()
}
