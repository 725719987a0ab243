import type { ConsoleMessage, Page, Request } from 'playwright-core'

/**
 * Collects problems that a visitor would never see: console errors and warnings (scripts, hydration, the content
 * security policy), failed requests, and requests to other hosts.
 */
export function watchProblems(page: Page, siteUrl: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (isComplaint(message)) problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message} (${page.url()})`))
  page.on('requestfailed', (request) => {
    if (!isGivenUp(request)) problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== siteUrl) problems.push(`foreign request: ${request.url()}`)
  })
  return problems
}

/** A page that waits for something that never arrives looks like one that does nothing. */
export function watchRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

function isComplaint(message: ConsoleMessage) {
  return message.type() === 'error' || message.type() === 'warning'
}

/**
 * Leaving a page cancels its open requests, and without scripts their requests are dropped; the console reports real
 * failures.
 */
function isGivenUp(request: Request) {
  const { errorText } = request.failure() ?? {}
  return errorText === 'net::ERR_ABORTED' || errorText === 'csp'
}
