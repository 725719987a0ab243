import type { Page } from 'playwright-core'
import { sized } from '../size.ts'
import { axeViolations } from './axe-violations.ts'

/** Axe violations of an extra state or width of a screen that is checked anyway: only the long run takes the time. */
export async function axeInDetail(page: Page): Promise<string[]> {
  return sized({ short: false, long: true }) ? axeViolations(page) : []
}
