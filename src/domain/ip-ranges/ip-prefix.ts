import ipaddr from 'ipaddr.js'

export type IpFamily = 4 | 6

export const ADDRESS_BITS: Readonly<Record<IpFamily, number>> = { 4: 32, 6: 128 }

export interface IpPrefix {
  family: IpFamily
  first: bigint
  last: bigint
  length: number
  /** Canonical form: `192.0.2.0/24`, `2001:db8::/32`. */
  text: string
}

export interface IpAddress {
  family: IpFamily
  value: bigint
}

/** Only the usual notation: programs disagree about `010.0.0.1` and `0x7f.1`. */
export function addressIn(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return toAddress(4, ipaddr.IPv4.parse(text))
  const dotted = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : undefined
  const isOdd = text.includes('%') || (dotted !== undefined && !ipaddr.IPv4.isValidFourPartDecimal(dotted))
  return isOdd || !ipaddr.IPv6.isValid(text) ? undefined : toAddress(6, ipaddr.IPv6.parse(text))
}

function toAddress(family: IpFamily, address: ipaddr.IPv4 | ipaddr.IPv6): IpAddress {
  return { family, value: address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) }
}

export function prefixAround({ family, value }: IpAddress, length: number): IpPrefix {
  const hostBits = BigInt(ADDRESS_BITS[family] - length)
  const first = (value >> hostBits) << hostBits
  const last = first | ((1n << hostBits) - 1n)
  return { family, first, last, length, text: `${addressText({ family, value: first })}/${length}` }
}

export function prefixOf(text: string): IpPrefix {
  const prefix = prefixIn(text)
  if (prefix === undefined) throw new Error(`${JSON.stringify(text)} is not a valid prefix.`)
  return prefix
}

export function prefixIn(text: string): IpPrefix | undefined {
  const [start = '', size = '', ...more] = text.split('/')
  const address = addressIn(start)
  const isSize = /^(?:0|[1-9]\d{0,2})$/.test(size) && more.length === 0
  if (address === undefined || !isSize || Number(size) > ADDRESS_BITS[address.family]) return undefined
  return prefixAround(address, Number(size))
}

export function addressText({ family, value }: IpAddress): string {
  const bytes = Array.from({ length: ADDRESS_BITS[family] / 8 }, (_, index) =>
    Number((value >> BigInt(ADDRESS_BITS[family] - 8 * (index + 1))) & 0xffn),
  )
  return family === 4 ? bytes.join('.') : new ipaddr.IPv6(bytes).toRFC5952String()
}

export function isWithin(inner: IpPrefix, outer: IpPrefix): boolean {
  return inner.family === outer.family && outer.first <= inner.first && inner.last <= outer.last
}

/** Two blocks share addresses only if one contains the other. */
export function overlap(a: IpPrefix, b: IpPrefix): boolean {
  return isWithin(a, b) || isWithin(b, a)
}

export function byAddress(a: IpPrefix, b: IpPrefix): number {
  if (a.family !== b.family) return a.family - b.family
  if (a.first !== b.first) return a.first < b.first ? -1 : 1
  return a.length - b.length
}

export function shortText({ family, length, text }: IpPrefix): string {
  return length === ADDRESS_BITS[family] ? text.slice(0, text.indexOf('/')) : text
}
