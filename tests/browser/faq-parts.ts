import type { Page } from 'playwright-core'
import { shellOf } from './shell.ts'

export const QUESTIONS = 31
export const SECTIONS = 6
export const CHANNELS = 'Which channels do you support?'

export function faqOf(page: Page) {
  const { main } = shellOf(page)
  return {
    field: main.getByRole('searchbox', { name: 'Search the FAQ' }),
    result: main.locator('search [role=status]'),
    sections: main.locator('summary h2'),
    questions: main.locator('summary h3'),
    question: (name: string) => main.locator('summary', { hasText: name }),
    all: (name: 'Expand all' | 'Collapse all') => main.getByRole('button', { name }),
  }
}

export function marksOf(page: Page) {
  return page.locator('main mark:not(nav *)').allTextContents()
}

export function openFolds(page: Page) {
  return page.locator('main details[open] > summary').evaluateAll((all) => all.map(({ id }) => id))
}

export function focusedId(page: Page) {
  return page.evaluate(() => document.activeElement?.id)
}
