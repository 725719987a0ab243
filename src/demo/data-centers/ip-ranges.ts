import { calendar, clock } from '../demo-time.ts'
import { DATA_CENTERS, type DemoDataCenter } from './data-centers.ts'

/** Networks reserved for examples (RFC 5737); two addresses per data center. */
const EXAMPLE_NETWORKS = ['192.0.2', '198.51.100']
const BLOCK_ADDRESSES = 2
const BLOCKS_OF_A_NETWORK = 256 / BLOCK_ADDRESSES
/** The busiest data centers have more addresses, from a third network. */
const POOLS = ['Ashburn I', 'San Jose I', 'Frankfurt I', 'London I', 'Singapore I', 'Tokyo I', 'Sydney I']
const POOL_ADDRESSES = 16
const IPV6_EVERY = 3
/** The first list of ranges. Later ones were added when their data center opened. */
const FIRST_LIST_DAYS_AGO = 700
const ANYCAST = {
  prefix: '2001:db8:a::/48',
  note: 'Anycast',
  daysAgo: 61,
  centers: ['Ashburn I', 'Frankfurt I', 'Singapore I', 'Sydney I'],
}

const LATER_IPV6: Readonly<Record<string, number>> = { 'London I': 12, 'Tokyo I': 33, 'São Paulo I': 118 }
const GIVEN_BACK: readonly { center: string; prefix: string; note: string; daysAgo: number }[] = [
  { center: 'Frankfurt I', prefix: '203.0.113.248/30', note: 'Retired proxies', daysAgo: 19 },
  { center: 'Dallas I', prefix: '203.0.113.252/30', note: '', daysAgo: 47 },
  { center: 'Paris I', prefix: '2001:db8:f001::/48', note: 'Test of IPv6', daysAgo: 92 },
  { center: 'Newark I', prefix: '203.0.113.244/30', note: '', daysAgo: 410 },
]

interface DemoRange {
  center: string
  prefix: string
  note: string
  addedDaysAgo: number
  removedDaysAgo: number | null
}

export function ipRangeRows(day: string) {
  const tids = new Map(DATA_CENTERS.map(({ name, tid }) => [name, tid]))
  const at = (daysAgo: number) => calendar(day)(clock(-daysAgo, '09:30'))
  return demoRanges().map(({ center, prefix, note, addedDaysAgo, removedDaysAgo }, index) => ({
    id: index + 1,
    data_center_tid: tids.get(center) ?? 0,
    range: prefix,
    note,
    added_on: at(addedDaysAgo),
    removed_on: removedDaysAgo === null ? null : at(removedDaysAgo),
  }))
}

function demoRanges(): DemoRange[] {
  const open = DATA_CENTERS.filter(({ closedDaysAgo }) => closedDaysAgo === null)
  return [
    ...open.map(ipv4Of),
    ...POOLS.map((center, index) =>
      inUse(center, `203.0.113.${index * POOL_ADDRESSES}/28`, 'Proxy pool', FIRST_LIST_DAYS_AGO),
    ),
    ...open.flatMap(ipv6Of),
    ...ANYCAST.centers.map((center) => inUse(center, ANYCAST.prefix, ANYCAST.note, ANYCAST.daysAgo)),
    ...GIVEN_BACK.map(({ center, prefix, note, daysAgo }) => ({
      center,
      prefix,
      note,
      addedDaysAgo: FIRST_LIST_DAYS_AGO,
      removedDaysAgo: daysAgo,
    })),
  ].sort((a, b) => b.addedDaysAgo - a.addedDaysAgo)
}

function ipv4Of(center: DemoDataCenter, index: number): DemoRange {
  const network = EXAMPLE_NETWORKS[Math.floor(index / BLOCKS_OF_A_NETWORK)]
  if (network === undefined)
    throw new Error(`There are too few example networks for ${index + 1} data centers`)
  const block = (index % BLOCKS_OF_A_NETWORK) * BLOCK_ADDRESSES
  return inUse(center.name, `${network}.${block}/31`, noteOf(center), firstListed(center))
}

function ipv6Of(center: DemoDataCenter, index: number): DemoRange[] {
  const later = LATER_IPV6[center.name]
  if (later === undefined && index % IPV6_EVERY !== 0) return []
  const block = (0x1000 + index).toString(16)
  return [inUse(center.name, `2001:db8:${block}::/48`, noteOf(center), later ?? firstListed(center))]
}

function noteOf({ kind }: DemoDataCenter): string {
  return kind === 'premium' ? 'Premium' : kind === 'fedramp' ? 'FedRAMP Moderate' : ''
}

function firstListed({ openedDaysAgo }: DemoDataCenter): number {
  return Math.min(FIRST_LIST_DAYS_AGO, openedDaysAgo)
}

function inUse(center: string, prefix: string, note: string, addedDaysAgo: number): DemoRange {
  return { center, prefix, note, addedDaysAgo, removedDaysAgo: null }
}
