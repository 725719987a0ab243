import type { Page } from 'playwright-core'
import { sized } from '../size.ts'
import { axeViolations } from './axe-violations.ts'

/** What axe finds in one more state or width of a screen that it looks at anyway: only a long run takes the time. */
export async function axeInDetail(page: Page): Promise<string[]> {
  return sized({ short: false, long: true }) ? axeViolations(page) : []
}
