import type { Locator, Page } from 'playwright-core'
import type { CloudStatus } from '../../src/contract/cloud-status.ts'
import { readJson } from './demo-site.ts'

export function timelinePartsOf(page: Page) {
  const main = page.locator('main')
  const block = (title: string) =>
    main.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  const services = block('Core Cloud Services')
  const centers = block('Data Centers')
  return {
    services,
    centers,
    previous: main.getByText('< Previous 7 Days', { exact: true }),
    next: main.getByText('Next 7 Days >', { exact: true }),
    tab: (name: string) => centers.getByRole('link', { name: `${name} Data Center` }),
    rowOf: (tid: number) => main.locator(`#row-${tid}`),
    find: centers.getByRole('searchbox'),
    found: centers.getByRole('status'),
    onlyTroubled: centers.getByRole('link', { name: 'Only with issues' }),
    showAll: centers.getByRole('link', { name: 'Show all' }),
    region: (title: string) =>
      centers.locator('details').filter({ has: page.getByRole('heading', { level: 3, name: title }) }),
    caret: (of: typeof services) => of.getByRole('img', { name: /^Now, / }),
  }
}

export async function readWeek(
  cloud: string,
  requestType: 'core_cloud_services' | 'public' | 'premium',
  week = 0,
): Promise<CloudStatus['data']> {
  const { data } = await readJson<CloudStatus>(
    `/api/cloud-status?cloud=${cloud}&requestType=${requestType}&dateOffset=${week}`,
  )
  return data
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export interface MarkRead {
  id: number
  /** The frame, without the larger touch target around it. */
  box: Box
  /** A click in its middle or just inside its corners hits it, not a neighbor. */
  isHit: boolean
}

export function readRow(page: Page, tid: number): Promise<{ track: Box; marks: MarkRead[] }> {
  return page.locator(`#row-${tid}`).evaluate((row) => {
    const boxOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    row.scrollIntoView({ block: 'center' })
    const marks = [...row.querySelectorAll('[data-mark]')].map((mark) => {
      const box = boxOf(mark.querySelector('rect[rx]') ?? mark)
      const INSIDE_PX = 3
      const xs = [box.left + INSIDE_PX, (box.left + box.right) / 2, box.right - INSIDE_PX]
      const ys = [box.top + INSIDE_PX, (box.top + box.bottom) / 2, box.bottom - INSIDE_PX]
      return {
        id: Number(mark.getAttribute('data-mark')),
        box,
        isHit: xs.every((x) =>
          ys.every((y) => document.elementFromPoint(x, y)?.closest('[data-mark]') === mark),
        ),
      }
    })
    const track = row.querySelector('svg[role="group"], svg[aria-hidden="true"][width="100%"]')
    if (track === null) throw new Error('The row has no track.')
    return { track: boxOf(track), marks }
  })
}

export async function isDisabled(link: Locator) {
  const [isDisabled, href] = await Promise.all([
    link.getAttribute('aria-disabled'),
    link.getAttribute('href'),
  ])
  return isDisabled === 'true' && href === null
}
