import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** These calls leave permanent traces in a context: it is not lent again. */
const LEAVES_TRACES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const CLOCK_METHODS = [
  'install',
  'fastForward',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const
/** Each has its own process. One for each site that the files of a worker share, and one for another time zone. */
const KEPT_AT_MOST = 6

interface Kept {
  key: string
  context: BrowserContext
  /** A page without scripts that keeps the process alive, with the site's scripts compiled. */
  keeper: Page
}

export interface LentContext {
  context: BrowserContext
  giveBack(): Promise<void>
}

/** Least recently used first. */
const free: Kept[] = []
const spent = new WeakSet<BrowserContext>()

/**
 * A fresh browser as far as the site can see: no cookies, no storage. An earlier test with the same
 * settings may have used it, so its process is running with the site's scripts compiled, which saves half
 * the cost of a visit.
 */
export async function lendContext(
  browser: Browser,
  settings: BrowserContextOptions & { baseURL: string },
): Promise<LentContext> {
  const key = JSON.stringify(settings)
  const at = free.findLastIndex((kept) => kept.key === key)
  const kept = at >= 0 ? free.splice(at, 1)[0] : undefined
  const context = kept?.context ?? (await browser.newContext(settings))
  if (kept === undefined) noteTraces(context)

  async function giveBack() {
    if (spent.has(context) || settings.javaScriptEnabled === false) return context.close()
    const keeper = kept?.keeper ?? (await openKeeper(context, settings.baseURL))
    if (keeper === undefined) return context.close()
    for (const page of context.pages()) if (page !== keeper) await page.close()
    await forget(keeper, settings.baseURL)
    free.push({ key, context, keeper })
    if (free.length > KEPT_AT_MOST) await free.shift()?.context.close()
  }

  return { context, giveBack }
}

/** Init scripts and clocks can't be removed from a context. */
function noteTraces(context: BrowserContext) {
  const note = (target: object, name: string) => {
    const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
    Reflect.set(target, name, (...args: unknown[]) => {
      spent.add(context)
      return call.apply(target, args)
    })
  }
  for (const name of LEAVES_TRACES) note(context, name)
  for (const name of CLOCK_METHODS) note(context.clock, name)
}

/** Undefined if the test has already stopped its site. */
async function openKeeper(context: BrowserContext, siteUrl: string): Promise<Page | undefined> {
  const keeper = await context.newPage()
  const answer = await keeper.goto(`${siteUrl}/robots.txt`).catch(() => null)
  return answer === null ? undefined : keeper
}

async function forget(keeper: Page, siteUrl: string) {
  const context = keeper.context()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const session = await context.newCDPSession(keeper)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(siteUrl).origin, storageTypes: 'all' })
  await session.detach()
}
