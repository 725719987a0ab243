import type { Locator, Page } from 'playwright-core'
import type { Service } from '../../src/contract/cloud-status.ts'
import type { PostRecord } from '../../src/contract/records.ts'
import { CLOUD, readJson } from './demo-site.ts'
import { readWeek } from './timeline-parts.ts'

export function timelineOf(page: Page) {
  const popover = page.locator('[popover]')
  const dialog = page.locator('main dialog')
  return {
    marks: page.locator('main [data-mark]').filter({ visible: true }),
    popover,
    fullPost: popover.getByRole('link', { name: 'Full Post' }),
    dialog,
    close: dialog.getByRole('button', { name: 'Close' }),
  }
}

export async function scrollToUpperHalf(mark: Locator) {
  await mark.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - 250, behavior: 'instant' }),
  )
}

export async function scrollToBottom(mark: Locator) {
  await mark.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().bottom - innerHeight + 4, behavior: 'instant' }),
  )
}

export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

export async function issueOf(mark: Locator): Promise<Issue> {
  const id = Number(await mark.getAttribute('data-mark'))
  const { category } = await readWeek(CLOUD.first.machineName, 'core_cloud_services')
  const services = category.flatMap(({ subCategory }) => subCategory)
  const issue = services.flatMap(({ category_status }) => category_status).find((each) => each.id === id)
  if (issue === undefined) throw new Error(`No core service of the first cloud has the issue ${id}.`)
  return issue
}

type Issue = Service['category_status'][number]

export async function postOf(mark: Locator): Promise<PostRecord> {
  const id = await mark.getAttribute('data-mark')
  const { data } = await readJson<{ data: PostRecord }>(`/api/posts/${id}?cloud=${CLOUD.first.machineName}`)
  return data
}

export async function tabToMark(page: Page) {
  do await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => document.activeElement?.matches('[data-mark]'))))
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}

export function boxOf(locator: Locator): Promise<Box> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    // During an animation, 340 px are measured as 339.99997.
    return {
      left,
      top,
      right,
      bottom,
      width: Math.round(width * 100) / 100,
      height: Math.round(height * 100) / 100,
    }
  })
}
