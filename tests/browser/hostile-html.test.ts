import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '../../src/publishing/sanitise-html.ts'
import { HOSTILE_HTML, PAYLOAD } from '../support/hostile-html.ts'
import { testBrowser } from './browser.ts'

const browser = testBrowser()

/** Places that parse by rules of their own: what is harmless in one may come alive in another. */
const AROUND = [
  (html: string) => html,
  (html: string) => `<ul><li>${html}</li></ul>`,
  (html: string) => `<table><tr><td>${html}</td></tr></table>`,
  (html: string) => `<p>${html}`,
  (html: string) => `<details><summary>${html}</summary>${html}</details>`,
]

test('P-05 hostile HTML runs in a browser, or this test would prove nothing', async () => {
  const page = await newPage([/./])
  expect(await runIn(page, HOSTILE_HTML)).toBeGreaterThan(20)
})

test('P-05 nothing of it runs, asks or changes when parsed once more, once it has passed the sanitiser', async () => {
  const page = await newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const clean = AROUND.flatMap((around) => HOSTILE_HTML.map((html) => sanitiseHtml(around(html))))
  expect(await runIn(page, clean)).toBe(0)
  expect(asked.filter((url) => /evil|javascript/.test(url))).toEqual([])
  expect(await page.evaluate(mutated, clean)).toEqual([])
})

/** Without the policy of our pages: the sanitiser stands alone here. */
async function newPage(expects: RegExp[] = []) {
  const page = await browser.newPage({ expects })
  await page.route('**/*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<body>' }),
  )
  await page.goto('/')
  return page
}

/** How often these call the payload, by being there and by being used. */
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
      // Pictures and frames tell of their failure a little later.
      await new Promise((resolve) => setTimeout(resolve, 500))
      return calls
    },
    { documents: [...documents], payload: PAYLOAD },
  )
}

/** Runs in the page: what a browser reads otherwise the second time than the first. */
function mutated(documents: string[]): string[] {
  const read = (html: string) => {
    const place = document.createElement('div')
    place.innerHTML = html
    return place.innerHTML
  }
  return documents.filter((html) => read(read(html)) !== read(html))
}
