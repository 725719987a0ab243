import {
  ADDRESS_BITS,
  addressIn,
  type IpFamily,
  type IpPrefix,
  overlap,
  prefixAround,
  prefixOf,
} from './ip-prefix.ts'

/** No one sends from more; broader ranges are typing errors. */
const BROADEST: Readonly<Record<IpFamily, number>> = { 4: 8, 6: 19 }

/** Ranges that never appear as a source on the internet. Documentation prefixes are allowed. */
const NOT_PUBLIC: readonly { prefix: IpPrefix; reason: string }[] = [
  ['0.0.0.0/8', 'means “this network”'],
  ['10.0.0.0/8', 'is private (RFC 1918)'],
  ['172.16.0.0/12', 'is private (RFC 1918)'],
  ['192.168.0.0/16', 'is private (RFC 1918)'],
  ['100.64.0.0/10', 'is shared behind carriers (RFC 6598)'],
  ['127.0.0.0/8', 'is loopback'],
  ['169.254.0.0/16', 'is link-local'],
  ['192.0.0.0/24', 'is reserved for protocols'],
  ['198.18.0.0/15', 'is reserved for benchmarks'],
  ['224.0.0.0/4', 'is multicast'],
  ['240.0.0.0/4', 'is reserved'],
  ['::/128', 'is the unspecified address'],
  ['::1/128', 'is loopback'],
  ['::ffff:0:0/96', 'is IPv4 written as IPv6: write it as IPv4'],
  ['fc00::/7', 'is private (unique local)'],
  ['fe80::/10', 'is link-local'],
  ['ff00::/8', 'is multicast'],
].map(([text = '', reason = '']) => ({ prefix: prefixOf(text), reason }))

const GLOBAL_IPV6 = prefixOf('2000::/3')

export type CheckedRange = { kind: 'fine'; prefix: IpPrefix } | { kind: 'refused'; reason: string }

export function checkRange(typed: string): CheckedRange {
  const [start = '', size, ...more] = typed.split('/')
  const address = addressIn(start)
  if (address === undefined || more.length > 0) {
    return refusedRange('Not a valid prefix. Examples: 192.0.2.0/24, 2001:db8::/48.')
  }
  const bits = ADDRESS_BITS[address.family]
  if (size !== undefined && (!/^(?:0|[1-9]\d{0,2})$/.test(size) || Number(size) > bits)) {
    return refusedRange(`The number after the slash must be from 0 to ${bits} for IPv${address.family}.`)
  }
  const prefix = prefixAround(address, size === undefined ? bits : Number(size))
  if (prefix.first !== address.value) {
    return refusedRange(`${typed} is an address within a network. The network is ${prefix.text}.`)
  }
  const reason = whyNotPublic(prefix)
  if (reason !== undefined) return refusedRange(`${prefix.text} ${reason}: no traffic comes from it.`)
  if (prefix.length < BROADEST[address.family]) {
    return refusedRange(
      `${prefix.text} is too broad: the largest IPv${address.family} range is a /${BROADEST[address.family]}.`,
    )
  }
  return { kind: 'fine', prefix }
}

export function whyNotPublic(prefix: IpPrefix): string | undefined {
  const found = NOT_PUBLIC.find((each) => overlap(prefix, each.prefix))
  if (found !== undefined) {
    const isAll = found.prefix.length <= prefix.length
    return isAll ? found.reason : `contains ${found.prefix.text}, which ${found.reason}`
  }
  const isGivenOut = prefix.family === 4 || overlap(prefix, GLOBAL_IPV6)
  return isGivenOut ? undefined : 'is not assigned'
}

function refusedRange(reason: string): CheckedRange {
  return { kind: 'refused', reason }
}
