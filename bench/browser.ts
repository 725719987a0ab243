import { type Browser, chromium } from 'playwright-core'
import type { Workshop } from './workshop.ts'

export type FoundBrowser = { kind: 'found'; browser: Browser } | { kind: 'missing'; line: string }

/** The browser of CHROMIUM_PATH, else the one that comes with the packages. */
export async function launchBrowser(
  workshop: Workshop,
  { args = [] }: { args?: string[] } = {},
): Promise<FoundBrowser> {
  try {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? (await unpackBrowser(workshop.folder('browser'))),
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
      handleSIGINT: false,
      handleSIGTERM: false,
    })
    workshop.onLeave(() => browser.close())
    return { kind: 'found', browser }
  } catch (error) {
    const [line] = (error as Error).message.split('\n')
    return { kind: 'missing', line: `No browser starts here (${line}); CHROMIUM_PATH may name one.` }
  }
}

/** The package unpacks itself into the temporary folder, so it is given one that we remove. */
async function unpackBrowser(folder: string) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    packed.setGraphicsMode = false
    return await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
