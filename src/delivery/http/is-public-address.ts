import { BlockList, isIP } from 'node:net'

/**
 * Users must never make us post to something that only this machine can reach: its own ports, its network,
 * the metadata service of its cloud.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !SPECIAL_V4.check(address, 'ipv4')
    case 6:
      return isPublicV6(address)
    default:
      return false
  }
}

/**
 * Only global unicast, so that forms with an embedded IPv4 address (mapped, compatible, 6to4, …) can't bypass the
 * check.
 */
function isPublicV6(address: string) {
  // Networks without IPv4 reach it through these, so the embedded address decides.
  if (NAT64.check(address, 'ipv6')) return !SPECIAL_IN_NAT64.check(address, 'ipv6')
  return GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** From the IANA registries of special-purpose addresses. */
const SPECIAL_V4_RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, but is the host agent on Azure.
  ['168.63.129.16', 32],
] as const

const SPECIAL_V4 = rangeList('ipv4', SPECIAL_V4_RANGES)
const NAT64 = rangeList('ipv6', [['64:ff9b::', 96]])
const SPECIAL_IN_NAT64 = rangeList(
  'ipv6',
  SPECIAL_V4_RANGES.map(([net, prefix]) => [`64:ff9b::${net}`, 96 + prefix] as const),
)
const GLOBAL_V6 = rangeList('ipv6', [['2000::', 3]])
const SPECIAL_V6 = rangeList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

const LOOPBACK = rangeList('ipv4', [['127.0.0.0', 8]])
LOOPBACK.addAddress('::1', 'ipv6')

function rangeList(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [net: string, prefix: number])[]) {
  const list = new BlockList()
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family)
  return list
}
