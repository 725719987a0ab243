import type { Page, Route } from 'playwright-core'

export async function heldBack(
  page: Page,
  address: string,
  goOn: (route: Route) => Promise<void> = (route) => route.fallback(),
): Promise<{ release(): void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await goOn(route)
  })
  return { release }
}
