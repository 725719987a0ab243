import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { MODAL_ZONE_REFRESH_MS } from '../../src/domain/constants.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { shellOf } from './shell.ts'
import { isFocused, postOf, scrollToUpperHalf, tabToMark, timelineOf, WIDTHS_PX } from './timeline-marks.ts'

const browser = testBrowser()

const NOBODYS_POST = 2_000_000_000

describe.each(WIDTHS_PX)('at %i px', (width) => {
  test('S-04 Full Post opens the whole post above the timeline, at an address to share', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { marks, dialog } = timelineOf(page)
    const record = await postOf(marks.first())
    await openByMouse(page)
    expect(addressOf(page)).toBe(`${PATH.cloudStatus}?post=${record.id}`)
    expect(await dialog.getAttribute('aria-label')).toBe(record.title)
    const said = await dialog.innerText()
    expect(said).toContain(record.title)
    for (const tag of record.tags) expect(said).toContain(tag)
    const link = dialog.getByRole('link', { name: 'Open as a page' })
    expect(await link.getAttribute('href')).toBe(`${PATH.home}/posts/${record.id}`)
  })

  test('S-04 the keyboard alone opens it, reads it and comes back to the mark', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { marks, popover, dialog } = timelineOf(page)
    await tabToMark(page)
    await page.keyboard.press('Enter')
    await soon(() => isFocused(popover)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await untilModal(page)
    expect(await isFocused(dialog)).toBe(true)
    await page.keyboard.press('End')
    await soon(() => dialog.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    for (let stops = 0; stops < 30; stops++) {
      await page.keyboard.press('Tab')
      expect(await isFocusBehind(page)).toBe(false)
    }
    await page.keyboard.press('Escape')
    await soon(() => dialog.count()).toBe(0)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    expect(await isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
  })

  test('S-04 touch opens it and closes it', async () => {
    const page = await browser.open(PATH.cloudStatus, { width, touch: true })
    const { marks, fullPost, dialog, close } = timelineOf(page)
    await scrollToUpperHalf(marks.first())
    await marks.first().tap()
    await fullPost.tap()
    await untilModal(page)
    expect(await close.evaluate((link: HTMLElement) => link.offsetHeight)).toBeGreaterThanOrEqual(44)
    await close.tap()
    await soon(() => dialog.count()).toBe(0)
    await soon(() => addressOf(page)).toBe(PATH.cloudStatus)
  })

  test('S-04 a long post scrolls inside, and the page behind it does not', async () => {
    const page = await browser.open(await sharedAddress(), { width })
    const { dialog, close } = timelineOf(page)
    await untilModal(page)
    const box = await dialog.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.mouse.move(width / 2, 500)
    await page.mouse.wheel(0, 5000)
    await soon(() => dialog.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await page.mouse.wheel(0, 5000)
    await page.waitForTimeout(100)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await close.evaluate(isInView)).toBe(true)
  })

  test('axe finds nothing with a post open', async () => {
    const page = await browser.open(await sharedAddress(), { width, reducedMotion: true })
    await untilModal(page)
    expect(await axeViolations(page)).toEqual([])
  })

  test('S-04 without scripts a shared address shows the post, and Close leads to the timeline', async () => {
    const { title } = await richIncident()
    const page = await browser.open(await sharedAddress('week=1'), { width, javaScript: false })
    const { dialog, close } = timelineOf(page)
    await dialog.getByRole('heading', { name: title }).waitFor()
    expect(await dialog.getByRole('heading', { name: 'Updates' }).isVisible()).toBe(true)
    expect(await close.evaluate(isInView)).toBe(true)
    await close.click()
    await page.waitForURL(`**${PATH.cloudStatus}?week=1`)
    expect(await dialog.count()).toBe(0)
  })
})

describe('a post opened from the timeline', () => {
  test('S-04 closes by Back and opens again by Forward; focus returns to its mark', async () => {
    const page = await openFromHome()
    const { marks, dialog, popover } = timelineOf(page)
    await page.goBack()
    await soon(() => dialog.count()).toBe(0)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    expect(await isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
    await page.goForward()
    await untilModal(page)
  })

  test.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['Close', (page: Page) => timelineOf(page).close.click()],
    ['a press beside it', (page: Page) => page.mouse.click(20, 450)],
  ])('S-04 closes by %s, and Back does not open it again', async (_, act) => {
    const page = await openFromHome()
    const { marks, dialog, popover } = timelineOf(page)
    const top = await page.evaluate(() => scrollY)
    const answer = await heldBack(page, '**/api/**')
    await act(page)
    await soon(() => dialog.isVisible()).toBe(false)
    expect(await isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
    answer.release()
    await soon(() => dialog.count()).toBe(0)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    expect(await isFocused(marks.first())).toBe(true)
    expect(await popover.count()).toBe(0)
    expect(await page.evaluate(() => scrollY)).toBe(top)
    await page.goBack()
    await soon(() => addressOf(page)).toBe(PATH.home)
  })

  test('stays open while text is selected past its edge', async () => {
    const page = await openFromHome()
    const { dialog } = timelineOf(page)
    const title = await dialog.getByRole('heading').first().boundingBox()
    await page.mouse.move((title?.x ?? 0) + 40, (title?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(20, 450, { steps: 4 })
    await page.mouse.up()
    await page.waitForTimeout(300)
    expect(await dialog.count()).toBe(1)
  })
})

describe('a shared address of a post', () => {
  test('S-04 closes to the same week, and Back leads to where the reader came from', async () => {
    const page = await browser.open(PATH.home)
    await goTo(page, await sharedAddress('week=1'))
    await untilModal(page)
    await page.keyboard.press('Escape')
    await soon(() => timelineOf(page).dialog.count()).toBe(0)
    expect(addressOf(page)).toBe(`${PATH.cloudStatus}?week=1`)
    await page.goBack()
    await soon(() => addressOf(page)).toBe(PATH.home)
  })

  test('S-04 leaves focus on the mark of its post', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { marks, dialog, popover } = timelineOf(page)
    const { id } = await postOf(marks.first())
    await goTo(page, `${PATH.cloudStatus}?post=${id}`)
    await untilModal(page)
    await page.keyboard.press('Escape')
    await soon(() => dialog.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-mark'))).toBe(String(id))
    expect(await popover.count()).toBe(0)
  })

  test('stands still when the scripts take over what the server has opened', async () => {
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
    const before = await dialog.boundingBox()
    scripts.release()
    await untilModal(page)
    await page.waitForTimeout(300)
    expect(await dialog.getAttribute('data-movements')).toBe('1')
    expect((await dialog.boundingBox())?.y).toBe(before?.y)
  })

  test('P-04 of no post says that there is none', async () => {
    const page = await browser.open(`${PATH.cloudStatus}?post=${NOBODYS_POST}`, {
      expects: [/status of 404/],
    })
    await untilModal(page)
    expect(await timelineOf(page).dialog.innerText()).toContain('No records found.')
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  })

  test('S-04 has the title of the post, and its page as the address to be found by, until it is closed', async () => {
    const { id, title } = await richIncident()
    const page = await browser.open(await sharedAddress())
    const canonical = page.locator('link[rel="canonical"]')
    await untilModal(page)
    expect(await page.title()).toBe(`${title} · Cloud Status · ${CLOUD.first.domain} · Northwall Trust`)
    expect(await canonical.getAttribute('href')).toBe(`${inject('siteUrl')}${PATH.home}/posts/${id}`)
    await page.keyboard.press('Escape')
    await soon(() => page.title()).toBe(`Cloud Status · ${CLOUD.first.domain} · Northwall Trust`)
    expect(await canonical.getAttribute('href')).toBe(inject('siteUrl') + PATH.cloudStatus)
    await openByMouse(page)
    await soon(() => canonical.getAttribute('href')).toMatch(/\/posts\/\d+$/)
  })

  test('S-11 shows times in the zone of the reader, asked anew after 1500 ms', async () => {
    const page = await browser.open(await sharedAddress())
    await untilModal(page)
    const time = timelineOf(page).dialog.locator('time').first()
    const inUtc = await time.textContent()
    expect(inUtc).toContain('UTC')
    const changed = timeUntilOtherWords(page)
    await page.evaluate(() => {
      localStorage.setItem('candor-consent', 'accepted')
      localStorage.setItem('candor-time-zone', 'Asia/Tokyo')
    })
    expect(await changed).toBeLessThan(MODAL_ZONE_REFRESH_MS + 1000)
    expect(await time.textContent()).not.toBe(inUtc)
  })
})

test('G-20 a post that fails to load says so, and Retry brings it', async () => {
  const page = await browser.open(PATH.cloudStatus, { expects: [/status of 500/, /Loading .* failed/] })
  const { dialog } = timelineOf(page)
  await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await openByMouse(page)
  await dialog.getByText('The post could not be loaded.').waitFor()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByRole('heading', { name: 'Updates' }).waitFor()
})

async function openByMouse(page: Page) {
  const { marks, fullPost } = timelineOf(page)
  await scrollToUpperHalf(marks.first())
  await marks.first().hover()
  await fullPost.click()
  await untilModal(page)
}

async function openFromHome(): Promise<Page> {
  const page = await browser.open(PATH.home)
  await shellOf(page).mainNav.getByRole('link', { name: 'Cloud Status' }).click()
  await page.waitForURL(`**${PATH.cloudStatus}`)
  await openByMouse(page)
  return page
}

async function sharedAddress(query?: string): Promise<string> {
  const { id } = await richIncident()
  return `${PATH.cloudStatus}?${query === undefined ? '' : `${query}&`}post=${id}`
}

async function untilModal(page: Page) {
  await page.locator('main dialog:modal').waitFor()
}

function isFocusBehind(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused !== null && focused !== document.body && focused.closest('dialog') === null
  })
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

function timeUntilOtherWords(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const time = document.querySelector('dialog time')
        const from = performance.now()
        const watch = new MutationObserver(() => resolve(performance.now() - from))
        if (time !== null) watch.observe(time, { childList: true, characterData: true, subtree: true })
      }),
  )
}
