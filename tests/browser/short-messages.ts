import type { Page } from 'playwright-core'
import { soon } from './browser.ts'

type WindowWithMessages = typeof window & { messages: string[] }

/**
 * Messages about subscriptions disappear after a second. From here on the page records them, for a test
 * that looks late.
 */
export async function keepMessages(page: Page) {
  await page.addInitScript(keep)
  await page.evaluate(keep)
}

/** Waits for a message with this text. Each counts once; earlier ones are dropped. */
export async function untilSaid(page: Page, text: string) {
  await soon(() => page.evaluate(take, text)).toBe(text)
}

/** Runs in the page. */
function keep() {
  const messages: string[] = []
  Object.assign(window, { messages })
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(added instanceof Element)) continue
      for (const each of [added, ...added.querySelectorAll('p')]) {
        if (each.matches('[aria-live="polite"] p')) messages.push(each.textContent ?? '')
      }
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the text if it was shown, or else what was. */
function take(text: string) {
  const { messages } = window as WindowWithMessages
  const at = messages.findIndex((message) => message.includes(text))
  if (at < 0) return messages.join('\n')
  messages.splice(0, at + 1)
  return text
}
