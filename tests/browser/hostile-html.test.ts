import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sanitizeHtml } from '../../src/publishing/sanitize-html.ts'
import { HOSTILE_HTML, PAYLOAD } from '../support/hostile-html.ts'
import { testBrowser } from './browser.ts'

const browser = testBrowser()

/** Contexts with their own parsing rules: HTML that is harmless in one may be live in another. */
const AROUND = [
  (html: string) => html,
  (html: string) => `<ul><li>${html}</li></ul>`,
  (html: string) => `<table><tr><td>${html}</td></tr></table>`,
  (html: string) => `<p>${html}`,
  (html: string) => `<details><summary>${html}</summary>${html}</details>`,
]

test('P-05 hostile HTML does run in a browser, so this test can fail', async () => {
  const page = await newPage([/./])
  expect(await runIn(page, HOSTILE_HTML)).toBeGreaterThan(20)
})

test('P-05 sanitized hostile HTML runs nothing, requests nothing, and parses the same twice', async () => {
  const page = await newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const clean = AROUND.flatMap((around) => HOSTILE_HTML.map((html) => sanitizeHtml(around(html))))
  expect(await runIn(page, clean)).toBe(0)
  expect(asked.filter((url) => /evil|javascript/.test(url))).toEqual([])
  expect(await page.evaluate(mutated, clean)).toEqual([])
})

/** Without our content security policy: only the sanitizer protects here. */
async function newPage(expects: RegExp[] = []) {
  const page = await browser.newPage({ expects })
  await page.route('**/*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<body>' }),
  )
  await page.goto('/')
  return page
}

async function runIn(page: Page, documents: readonly string[]): Promise<number> {
  return page.evaluate(
    async ({ documents, payload }) => {
      let calls = 0
      Object.assign(window, { [payload.replace('()', '')]: () => calls++ })
      const places = documents.map((html) => {
        const place = document.createElement('div')
        document.body.append(place)
        place.innerHTML = html
        return place
      })
      for (const element of places.flatMap((place) => [...place.querySelectorAll('*')])) {
        element.addEventListener('click', (event) => event.preventDefault())
        for (const kind of ['mouseover', 'focus', 'toggle', 'load', 'error', 'click'])
          element.dispatchEvent(new Event(kind, { cancelable: true }))
      }
      // Images and frames report errors with a delay.
      await new Promise((resolve) => setTimeout(resolve, 500))
      return calls
    },
    { documents: [...documents], payload: PAYLOAD },
  )
}

/** Runs in the page: the documents that parse differently the second time. */
function mutated(documents: string[]): string[] {
  const read = (html: string) => {
    const place = document.createElement('div')
    place.innerHTML = html
    return place.innerHTML
  }
  return documents.filter((html) => read(read(html)) !== read(html))
}
