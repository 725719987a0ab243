import type { Page } from 'playwright-core'
import { shellOf } from './shell.ts'

export function consentOf(page: Page) {
  const region = page.getByRole('region', { name: 'Cookie consent' })
  return {
    region,
    accept: region.getByRole('button', { name: 'Accept', exact: true }),
    reject: region.getByRole('button', { name: 'Reject', exact: true }),
    settings: shellOf(page).footer.getByRole('button', { name: 'Cookie settings' }),
  }
}

/** The prompt appears with the first setting that could be saved. The focus then returns to where it was on arrival. */
export async function askForConsent(page: Page) {
  await shellOf(page).footer.getByRole('radio', { name: 'Light' }).check()
  await consentOf(page).region.waitFor()
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}

export function storedOn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }))
}
