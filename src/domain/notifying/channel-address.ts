import { isLoopbackHost } from '../loopback-host.ts'
import { parseUrl } from '../parse-url.ts'
import type { PostedKind } from './channel.ts'

export type ChannelAddress = { kind: 'fine'; address: string } | { kind: 'wrong'; problem: string }

/** Every address gets one spelling. Whether it works is up to the test message. */
export function channelAddress(
  kind: PostedKind,
  typed: string,
  { isLocalAllowed }: { isLocalAllowed: boolean },
): ChannelAddress {
  const text = typed.trim()
  if (text === '') return wrong('Please enter an address')
  const url = parseUrl(text)
  if (url === undefined) return wrong(HTTPS_ONLY)
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  const isLocal = isLocalAllowed && isLoopbackHost(url.hostname)
  const isSafe = url.protocol === 'https:' || (isLocal && url.protocol === 'http:')
  if (!isSafe) return wrong(HTTPS_ONLY)
  if (url.username !== '' || url.password !== '')
    return wrong('The address must not contain a username or password')
  if (url.href.length > LONGEST_ADDRESS) return wrong('This address is too long')
  if (isLocal) return { kind: 'fine', address: url.href }
  const problem = hostProblem(kind, url)
  return problem === undefined ? { kind: 'fine', address: url.href } : wrong(problem)
}

const HTTPS_ONLY = 'Please enter an address that begins with https://'
const LONGEST_ADDRESS = 2000

function wrong(problem: string): ChannelAddress {
  return { kind: 'wrong', problem }
}

function hostProblem(kind: PostedKind, { hostname, port }: URL): string | undefined {
  switch (kind) {
    case 'webhook':
      return isLocalName(hostname) ? NOT_PUBLIC : undefined
    case 'slack':
      return port === '' && SLACK_HOSTS.includes(hostname)
        ? undefined
        : 'Please enter the address of a Slack incoming webhook, such as https://hooks.slack.com/services/…'
    case 'teams':
      return port === '' && TEAMS_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`))
        ? undefined
        : 'Please enter the address from a Microsoft Teams workflow, such as https://….environment.api.powerplatform.com/…'
  }
}

export const NOT_PUBLIC = 'This address cannot be reached from the internet'

const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com']
/** Workflows at their newer, older and government URLs, and the earlier incoming webhooks. */
const TEAMS_DOMAINS = ['api.powerplatform.com', 'logic.azure.com', 'logic.azure.us', 'webhook.office.com']

function isLocalName(hostname: string) {
  const isAddress = hostname.startsWith('[')
  return !isAddress && (!hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname))
}

const CHARACTERS_SHOWN = 4
/** With fewer characters, the last ones would reveal too much. */
const LEAST_CHARACTERS_TO_SHOW_SOME = 16

/** Lets the owner recognize the address. Anyone who knows all of it can post to it. */
export function maskedAddress(address: string): string {
  const { origin, pathname, search } = new URL(address)
  const path = pathname.slice(1) + search
  const isLong = path.length >= LEAST_CHARACTERS_TO_SHOW_SOME
  return path === '' ? origin : `${origin}/…${isLong ? path.slice(-CHARACTERS_SHOWN) : ''}`
}
