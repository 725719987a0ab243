import type { Page } from 'playwright-core'

/** A section of the settings, by its name, and what stands in it. */
export function sectionOf(page: Page, name: string) {
  const section = page.getByRole('region', { name, exact: true })
  return {
    section,
    field: (label: string) => section.getByLabel(label, { exact: true }),
    button: (label: string) => section.getByRole('button', { name: label, exact: true }),
    alert: section.getByRole('alert'),
    /** What has just been done, read out when it comes. */
    said: () => section.getByRole('status').innerText(),
    text: () => section.innerText(),
  }
}

/** What is said to be wrong with a field, at the field. */
export async function errorAt(page: Page, field: ReturnType<Page['locator']>): Promise<string> {
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  const id = described.split(' ').find((each) => each.endsWith('-error'))
  return id === undefined ? '' : page.locator(`[id="${id}"]`).innerText()
}
