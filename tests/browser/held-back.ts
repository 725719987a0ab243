import type { Page } from 'playwright-core'

export async function heldBack(page: Page, address: string): Promise<{ release(): void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.fallback()
  })
  return { release }
}
