import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** What a context keeps for good, or could carry over to the next test: one that was asked for it is not lent again. */
const LEAVES_TRACES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
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
/** Each has a process of its own. */
const KEPT_AT_MOST = 4

interface Kept {
  key: string
  context: BrowserContext
  /** A page without scripts, which keeps the process that has the site's scripts at hand. */
  keeper: Page
}

export interface LentContext {
  context: BrowserContext
  /** To be called when its pages are no longer needed; they are closed. */
  giveBack(): Promise<void>
}

/** The longest unused first. */
const free: Kept[] = []
const spent = new WeakSet<BrowserContext>()

/**
 * A browser that has never been here, as far as the site can tell: no cookies, nothing stored. It may have been used
 * by a test before with the same settings, so its process runs and has the scripts of the site compiled, which is half
 * of what a visit costs.
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

/** Scripts and clocks that are put into a context cannot be taken out again. */
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

/** Undefined where the test has ended its site already. */
async function openKeeper(context: BrowserContext, siteUrl: string): Promise<Page | undefined> {
  const keeper = await context.newPage()
  const answer = await keeper.goto(`${siteUrl}/robots.txt`).catch(() => null)
  return answer === null ? undefined : keeper
}

async function forget(keeper: Page, siteUrl: string) {
  await keeper.context().clearCookies()
  const session = await keeper.context().newCDPSession(keeper)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(siteUrl).origin, storageTypes: 'all' })
  await session.detach()
}
