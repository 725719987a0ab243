import type { Browser } from 'playwright-core'
import { findBrowser, launchBrowser as launch } from '../tests/browser/find-browser.ts'
import type { Workshop } from './workshop.ts'

export type OpenedBrowser = { kind: 'found'; browser: Browser } | { kind: 'missing'; line: string }

export async function launchBrowser(
  workshop: Workshop,
  { args = [] }: { args?: string[] } = {},
): Promise<OpenedBrowser> {
  const found = await findBrowser((line) => console.log(line))
  if (found.kind === 'missing') return found
  const browser = await launch(found.files, { args, handlesSignals: false })
  workshop.onLeave(() => browser.close())
  return { kind: 'found', browser }
}
