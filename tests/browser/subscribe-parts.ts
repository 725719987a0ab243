import type { Page } from 'playwright-core'
import { goTo, type PageOptions, type TestBrowser } from './browser.ts'
import type { OwnSite } from './own-site.ts'
import { enterAs } from './signed-in.ts'

export function subscribePartsOf(page: Page) {
  const panel = page
    .getByRole('tabpanel')
    .or(page.getByRole('region', { name: 'What to follow' }))
    .first()
  return {
    tabs: page.getByRole('tablist', { name: 'What to follow' }).getByRole('tab'),
    tab: (name: string) => page.getByRole('tab', { name: whole(name, '( [\\d,]+ subscribed)?') }),
    cloudSelect: page.getByLabel('Cloud', { exact: true }),
    panel,
    section: (name: string) => panel.getByRole('region', { name, exact: true }),
    star: (name: string) => starOf(page, name),
    stars: panel.getByRole('button', { name: /^Subscribe to/ }),
    fold: (name: string) => panel.getByRole('button', { name: new RegExp(`^${name} \\d`) }),
    toggle: (name: string, choice: 'All' | 'Individual') =>
      panel.getByRole('group', { name, exact: true }).getByRole('button', { name: choice, exact: true }),
    subscribeAll: panel.getByRole('button', { name: 'Subscribe All', exact: true }),
    unsubscribeAll: panel.getByRole('button', { name: 'Unsubscribe All', exact: true }),
    find: panel.getByRole('searchbox'),
    count: page
      .locator('main header')
      .first()
      .getByText(/\d Subscription\(s\)$/),
    dryRun: page.getByRole('complementary', { name: 'Estimated volume' }),
  }
}

export function starOf(page: Page, name: string) {
  return page.getByRole('button', { name: whole(`Subscribe to ${name}`, '(, also .*)?') })
}

function whole(name: string, more: string) {
  return new RegExp(`^${name.replaceAll('.', '\\.')}${more}$`)
}

export function isPressed(star: ReturnType<typeof starOf>) {
  return star.getAttribute('aria-pressed').then((pressed) => pressed === 'true')
}

export async function openSubscriptionsOf(
  browser: TestBrowser,
  site: OwnSite,
  { uid }: { uid: number },
  { tab, ...options }: PageOptions & { tab?: string } = {},
): Promise<Page> {
  const page = await browser.newPage({ siteUrl: site.url, reducedMotion: true, ...options })
  await enterAs(page, site, { uid })
  await goTo(page, tab === undefined ? '/subscribe' : `/subscribe?tab=${tab}`)
  await subscribePartsOf(page).stars.first().waitFor()
  return page
}
