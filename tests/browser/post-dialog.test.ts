import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { MODAL_ZONE_REFRESH_MS } from '../../src/domain/constants.ts'
import { isShort } from '../size.ts'
import { axeAtTheEnd } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { shellOf } from './shell.ts'
import { isFocused, postOf, scrollToUpperHalf, tabToMark, timelineOf } from './timeline-marks.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

/** More than any post has, so that the focus wraps around. */
const TAB_STOPS = 30

test.each(WIDTHS_PX)(
  'S-04 at %i px a tap opens the whole post over the timeline at a shareable URL, and closes it; it scrolls inside',
  async (width) => {
    const page = await browser.open(await sharedAddress(), { width, touch: true, reducedMotion: true })
    const { marks, fullPost, dialog, close } = timelineOf(page)
    await untilModal(page)
    const box = await dialog.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.mouse.move(width / 2, 500)
    await page.mouse.wheel(0, 5000)
    const end = () => dialog.evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop)
    await soon(end).toBeLessThan(2)
    // At its end the wheel must not scroll the page; one more frame shows whether it did.
    await page.mouse.wheel(0, 5000)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await close.evaluate(isInView)).toBe(true)
    expect(await close.evaluate((each: HTMLElement) => each.offsetHeight)).toBeGreaterThanOrEqual(44)
    await close.tap()
    await soon(() => dialog.count()).toBe(0)
    await soon(() => addressOf(page)).toBe(PATH.cloudStatus)

    const record = await postOf(marks.first())
    await scrollToUpperHalf(marks.first())
    await marks.first().tap()
    await fullPost.tap()
    await untilModal(page)
    await soon(() => addressOf(page)).toBe(`${PATH.cloudStatus}?post=${record.id}`)
    await soon(() => dialog.getAttribute('aria-label')).toBe(record.title)
    await soon(() => dialog.innerText()).toContain(record.title)
    const said = await dialog.innerText()
    for (const tag of record.tags) expect(said).toContain(tag)
    const link = dialog.getByRole('link', { name: 'Open as a page' })
    expect(await link.getAttribute('href')).toBe(`${PATH.home}/posts/${record.id}`)
    expect(await axeAtTheEnd(page)).toEqual([])
  },
)

test('S-04, P-04, G-20 a post opens and closes by keyboard and mouse and returns focus to its mark; Back and Forward close and open it; a failed load says so, and Retry works; its URL can be shared', async () => {
  const expects = isShort ? [] : [/status of 500/, /Loading .* failed/]
  const page = await browser.open(PATH.home, { expects })
  await closeInEveryWay(page)
  await workByKeyboard(page)
  await shareAddress(page)
  // post-dialog.test.tsx covers the failed load in every run.
  if (!isShort) await retry(page)
})

async function closeInEveryWay(page: Page) {
  await shellOf(page).mainNav.getByRole('link', { name: 'Cloud Status' }).click()
  await page.waitForURL(`**${PATH.cloudStatus}`)
  const { marks, dialog, popover } = timelineOf(page)
  const ways = [
    () => page.keyboard.press('Escape'),
    async () => {
      // Selecting text past the edge is not a click outside.
      const title = await dialog.getByRole('heading').first().boundingBox()
      await page.mouse.move((title?.x ?? 0) + 40, (title?.y ?? 0) + 10)
      await page.mouse.down()
      await page.mouse.move(20, 450, { steps: 4 })
      await page.mouse.up()
      expect(await dialog.isVisible()).toBe(true)
      await page.mouse.click(20, 450)
    },
  ]
  for (const act of ways) {
    await openByMouse(page)
    const top = await page.evaluate(() => scrollY)
    const answer = await heldBack(page, '**/api/**')
    await act()
    await soon(() => dialog.isVisible()).toBe(false)
    await soon(() => isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
    answer.release()
    await soon(() => dialog.count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await soon(() => addressOf(page)).toBe(PATH.cloudStatus)
    await soon(() => isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
    await soon(() => page.evaluate(() => scrollY)).toBe(top)
    // Away from the mark, or the pointer would already be on it.
    await page.mouse.move(4, 4)
  }
  await page.goBack()
  await soon(() => addressOf(page)).toBe(PATH.home)
}

async function workByKeyboard(page: Page) {
  await page.goForward()
  const { marks, popover, dialog } = timelineOf(page)
  await soon(() => addressOf(page)).toBe(PATH.cloudStatus)
  await marks.first().waitFor()
  // The next Tab starts at the last click.
  await shellOf(page).mainNav.getByRole('link', { name: 'Cloud Status' }).focus()
  await tabToMark(page)
  await page.keyboard.press('Enter')
  await soon(() => isFocused(popover)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilModal(page)
  await soon(() => isFocused(dialog)).toBe(true)
  await page.keyboard.press('End')
  await soon(() => dialog.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await page.evaluate(noteFocusBehind)
  for (let stops = 0; stops < TAB_STOPS; stops++) await page.keyboard.press('Tab')
  expect(await page.evaluate(focusBehind)).toEqual([])
  await page.goBack()
  await soon(() => dialog.count()).toBe(0)
  await soon(() => addressOf(page)).toBe(PATH.cloudStatus)
  await soon(() => isFocused(marks.first())).toBe(true)
  expect(await popover.count()).toBe(0)
  await page.goForward()
  await untilModal(page)
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
  await soon(() => addressOf(page)).toBe(PATH.cloudStatus)
  await soon(() => isFocused(marks.first())).toBe(true)
  expect(await popover.count()).toBe(0)
}

async function retry(page: Page) {
  await goTo(page, PATH.cloudStatus)
  const { dialog } = timelineOf(page)
  const post = '**/api/posts/*'
  // Also when the page prefetches it before the click, and again with the click.
  await page.route(post, (route) => route.fulfill({ status: 500, body: '' }))
  await openByMouse(page)
  await dialog.getByText('The post could not be loaded.').waitFor()
  await page.unroute(post)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByRole('heading', { name: 'Updates' }).waitFor()
}

/**
 * A shared URL has the title and canonical URL of its post, and leaves focus on its mark; other parameters
 * stay. cloud-status-addresses.test.ts covers the ID of a missing post.
 */
async function shareAddress(page: Page) {
  const { marks, dialog, popover } = timelineOf(page)
  const { id, title } = await postOf(marks.first())
  await goTo(page, `${PATH.cloudStatus}?post=${id}`)
  await untilModal(page)
  const canonical = page.locator('link[rel="canonical"]')
  await soon(() => page.title()).toBe(`${title} · Cloud Status · ${CLOUD.first.domain} · Northwall Trust`)
  await soon(() => canonical.getAttribute('href')).toBe(`${inject('siteUrl')}${PATH.home}/posts/${id}`)

  const steps = await page.evaluate(() => history.length)
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
  await soon(() => page.title()).toBe(`Cloud Status · ${CLOUD.first.domain} · Northwall Trust`)
  await soon(() => canonical.getAttribute('href')).toBe(inject('siteUrl') + PATH.cloudStatus)
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-mark'))).toBe(String(id))
  expect(await popover.count()).toBe(0)
  // Closing adds no step, so Back leads to where the reader came from.
  expect(await page.evaluate(() => history.length)).toBe(steps)

  // timeline-query.test.ts covers the other parameters in every run.
  if (isShort) return
  await goTo(page, await sharedAddress('week=1'))
  await untilModal(page)
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
  await soon(() => addressOf(page)).toBe(`${PATH.cloudStatus}?week=1`)
}

test("S-11 an open post rereads the reader's time zone after 1500 ms", async () => {
  const { id } = await richIncident()
  const page = await browser.newPage({ movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.cloudStatus)
  // From here on, time moves only by `runFor`.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `${PATH.cloudStatus}?post=${id}`)
  await untilModal(page)
  const time = timelineOf(page).dialog.locator('time').first()
  expect(await time.textContent()).toContain('UTC')
  await page.evaluate(() => {
    localStorage.setItem('candor-consent', 'accepted')
    localStorage.setItem('candor-time-zone', 'Asia/Tokyo')
  })
  await page.clock.runFor(MODAL_ZONE_REFRESH_MS - 1)
  expect(await time.textContent()).toContain('UTC')
  await page.clock.runFor(1)
  await soon(() => time.textContent()).toContain('GMT+9')
})

test('a post opened by the server does not move during hydration', async () => {
  const page = await browser.newPage()
  const scripts = await heldBack(page, '**/assets/*.js')
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof HTMLDialogElement)) return
      target.dataset.movements = String(Number(target.dataset.movements ?? 0) + 1)
    })
  })
  await page.goto(await sharedAddress(), { waitUntil: 'commit' })
  const { dialog } = timelineOf(page)
  await soon(() => dialog.getAttribute('data-movements')).toBe('1')
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const before = await dialog.boundingBox()
  scripts.release()
  await untilModal(page)
  // A new animation would start with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await dialog.getAttribute('data-movements')).toBe('1')
  expect((await dialog.boundingBox())?.y).toBe(before?.y)
})

async function openByMouse(page: Page) {
  const { marks, fullPost } = timelineOf(page)
  await scrollToUpperHalf(marks.first())
  await marks.first().hover()
  await fullPost.click()
  await untilModal(page)
}

async function sharedAddress(query?: string): Promise<string> {
  const { id } = await richIncident()
  return `${PATH.cloudStatus}?${query === undefined ? '' : `${query}&`}post=${id}`
}

async function untilModal(page: Page) {
  await page.locator('main dialog:modal').waitFor()
}

/** Runs in the page. */
function noteFocusBehind() {
  const behind: string[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('dialog') === null) behind.push(target.outerHTML)
  })
  Object.assign(window, { behind })
}

/** Runs in the page: what got the focus outside of the open post. */
function focusBehind() {
  return (window as typeof window & { behind: string[] }).behind
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
