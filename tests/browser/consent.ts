import type { Page } from 'playwright-core'
import { shellOf } from './shell.ts'

/** O-03: where a visitor answers what the site may remember. */
export function consentOf(page: Page) {
  const region = page.getByRole('region', { name: 'Cookie consent' })
  return {
    region,
    accept: region.getByRole('button', { name: 'Accept', exact: true }),
    reject: region.getByRole('button', { name: 'Reject', exact: true }),
    settings: shellOf(page).footer.getByRole('button', { name: 'Cookie settings' }),
  }
}

/** What the page has in the storage that outlasts it. */
export function storedOn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }))
}
