import type { Locator, Page } from 'playwright-core'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { shellOf } from './shell.ts'

export const MAP_PATH = `${PATH.home}/data-center-map`

export function mapPartsOf(page: Page) {
  const { main } = shellOf(page)
  const box = main.getByRole('application', { name: 'World map of data centers' })
  return {
    box,
    world: box.locator('> svg'),
    markers: box.locator('a[data-mark]'),
    marker: (name: string) => box.locator(`a[data-mark][aria-label^="${name}"]`),
    popover: page.locator('[popover][role="dialog"]'),
    zoomIn: main.getByRole('button', { name: 'Zoom in' }),
    zoomOut: main.getByRole('button', { name: 'Zoom out' }),
    wholeWorld: main.getByRole('button', { name: 'Whole world' }),
    region: (name: string) => main.getByRole('navigation', { name: 'Regions' }).getByRole('button', { name }),
    search: main.getByRole('searchbox'),
    found: main.locator('header + div').getByRole('status'),
    hits: main.getByRole('list', { name: 'Found' }).getByRole('link'),
    fold: (name: string) => main.locator('details').filter({ has: page.getByRole('heading', { name }) }),
    legend: main.getByRole('list', { name: 'Legend' }).getByRole('listitem'),
    rows: main.locator('tr[id^="dc-"]'),
  }
}

export async function readCenters(machineName: string = CLOUD.first.machineName) {
  const { data } = await readJson<ReadAnswer<'/api/dc_map/:cloud'>>(`/api/dc_map/${machineName}`)
  return data.datacenters
}

export interface ShownView {
  /** The width of the world divided by the width of its box. */
  zoom: number
  /** The upper left corner of the world, in pixels of the box. */
  left: number
  top: number
}

export function viewOf(page: Page): Promise<ShownView> {
  return mapPartsOf(page).box.evaluate((box) => {
    const world = box.querySelector('svg')?.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (world === undefined) throw new Error('The box is empty.')
    return {
      zoom: Math.round((world.width / box.clientWidth) * 1000) / 1000,
      left: Math.round(world.left - frame.left - box.clientLeft),
      top: Math.round(world.top - frame.top - box.clientTop),
    }
  })
}

type WindowWithHints = typeof window & { hints: (string | undefined)[] }

/** Hints disappear after a second or two. Returns a function that reads those that were shown since. */
export async function watchHints(page: Page): Promise<() => Promise<(string | undefined)[]>> {
  await mapPartsOf(page).box.evaluate((box) => {
    const hints: (string | undefined)[] = []
    Object.assign(window, { hints })
    new MutationObserver(() => hints.push((box as HTMLElement).dataset.hint)).observe(box, {
      attributeFilter: ['data-hint'],
    })
  })
  return () => page.evaluate(() => (window as WindowWithHints).hints)
}

/** In pixels of the viewport. */
export async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
