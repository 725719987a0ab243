import { parseUrl } from '../parse-url.ts'

/** Who an attempt from this address counts for. An IPv6 client owns a whole /64, which counts as one. */
export function subjectOfAddress(ip: string): string {
  const groups = ipv6Groups(ip)
  if (groups === undefined) return ip
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? ipv4Of(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`
}

/** Groups clients that may be the same: providers give an IPv6 /48, with 65,536 of our clients, to anyone who asks. */
export function networkOfSubject(subject: string): string {
  const [, network] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(subject) ?? []
  return network === undefined ? subject : `${network}::/48`
}

/**
 * For data that is stored longer than a session: it shows where from, not who. For IPv6 a /48, so that a
 * client has no more of them than with IPv4.
 */
export function addressPrefix(ip: string): string {
  const subject = networkOfSubject(subjectOfAddress(ip))
  const [, network] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(subject) ?? []
  return network === undefined ? subject : `${network}.0/24`
}

function ipv6Groups(ip: string): string[] | undefined {
  const withoutZone = ip.replace(/%.*$/, '')
  const url = withoutZone.includes(':') ? parseUrl(`http://[${withoutZone}]`) : undefined
  if (url === undefined) return undefined
  // The URL parser normalizes addresses and leaves out the longest run of zeros.
  const [before = '', after] = url.hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  if (head === undefined || tail === undefined) return undefined
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function ipv4Of(groups: string[]) {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
