import type { Page } from 'playwright-core'

export function formOf(page: Page) {
  const main = page.locator('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  return {
    alert: main.getByRole('alert'),
    field,
    submit: main.locator('form button[type="submit"]'),
    link: (name: string) => main.getByRole('link', { name, exact: true }),
    async errorUnder(label: string): Promise<string | undefined> {
      return field(label).evaluate((input) => {
        if (input.getAttribute('aria-invalid') !== 'true') return undefined
        const id = input
          .getAttribute('aria-describedby')
          ?.split(' ')
          .find((each) => each.endsWith('-error'))
        return document.getElementById(id ?? '')?.textContent?.trim()
      })
    },
  }
}

export function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('name') ?? element?.getAttribute('role') ?? element?.textContent ?? null
  })
}

export async function signInWith(page: Page, { name, pass }: { name: string; pass: string }) {
  const { field, submit } = formOf(page)
  await field('Email or username').fill(name)
  await field('Password').fill(pass)
  await submit.click()
}
