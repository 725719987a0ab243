import type { ConsoleMessage, Page, Request } from 'playwright-core'

/**
 * Collects what a visitor would never see and we must: errors and warnings of the console (scripts, hydration, the
 * content security policy), requests that fail, and requests to anyone but the site.
 */
export function watchProblems(page: Page, siteUrl: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (isComplaint(message)) problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (!isGivenUp(request)) problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== siteUrl) problems.push(`foreign request: ${request.url()}`)
  })
  return problems
}

function isComplaint(message: ConsoleMessage) {
  return message.type() === 'error' || message.type() === 'warning'
}

/** A page that is left gives up its open requests, one without scripts those for scripts; the console tells of true refusals. */
function isGivenUp(request: Request) {
  const { errorText } = request.failure() ?? {}
  return errorText === 'net::ERR_ABORTED' || errorText === 'csp'
}
