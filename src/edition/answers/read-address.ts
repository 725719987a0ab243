import {
  ADDRESS_BITS,
  addressIn,
  type IpAddress,
  type IpPrefix,
  prefixAround,
  shortText,
} from '../../domain/ip-ranges/ip-prefix.ts'
import { LONGEST_ADDRESS } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'

export type ReadAddress =
  | {
      kind: 'read'
      prefix: IpPrefix
      remark: string | undefined
    }
  | { kind: 'wrong'; message: string }

const EXAMPLES = 'such as 192.0.2.7, 2001:db8::7 or 192.0.2.0/24'
/** Broader prefixes would return the whole list, which is available as a file. */
const BROADEST: Readonly<Record<IpPrefix['family'], number>> = { 4: 8, 6: 16 }
const MAPPED_BITS = 96

export function readAddress(typed: string): ReadAddress {
  const tidy = tidyTyped(typed, LONGEST_ADDRESS).replace(/^["'<(]+|["'>),;]+$/g, '')
  if (tidy === '') return wrong(`Enter an address or a prefix, ${EXAMPLES}.`)
  const remarks: string[] = []
  const { host, size } = takeApart(tidy, remarks)
  const address = addressIn(host)
  if (address === undefined) return wrong(whyNoAddress(host))
  const bits = ADDRESS_BITS[address.family]
  const length = size === undefined ? bits : Number(size)
  if (!/^\d{1,3}$/.test(size ?? '0') || length > bits) {
    return wrong(`The number after the slash must be from 0 to ${bits} for IPv${address.family}.`)
  }
  const plain = unmapped(address, length, remarks)
  const broadest = BROADEST[plain.address.family]
  if (plain.length < broadest)
    return wrong(`Ask for a prefix of /${broadest} or longer; the files have them all.`)
  const prefix = prefixAround(plain.address, plain.length)
  if (prefix.first !== plain.address.value) remarks.push('used the whole network')
  return { kind: 'read', prefix, remark: sentenceOf(prefix, remarks) }
}

/** Splits `[2001:db8::7%eth0]:443/64` into host and prefix length. */
function takeApart(tidy: string, remarks: string[]): { host: string; size: string | undefined } {
  const [, address = '', size] = /^([^/]*)(?:\/(.*))?$/s.exec(tidy.replaceAll(' ', '')) ?? []
  const bracketed = /^\[([^\]]*)\](?::(\d*))?$/.exec(address)
  const dotted = /^([\d.]+):(\d*)$/.exec(address)
  const [, inner = address, port] = bracketed ?? dotted ?? []
  if (port !== undefined && port !== '') remarks.push('ignored the port')
  const [host = '', zone] = inner.split('%', 2)
  if (zone !== undefined) remarks.push('ignored the zone')
  return { host, size }
}

function unmapped(address: IpAddress, length: number, remarks: string[]) {
  const isMapped = address.family === 6 && address.value >> 32n === 0xffffn && length >= MAPPED_BITS
  if (!isMapped) return { address, length }
  remarks.push('converted from IPv6 notation')
  return { address: { family: 4 as const, value: address.value & 0xffffffffn }, length: length - MAPPED_BITS }
}

function sentenceOf(prefix: IpPrefix, remarks: readonly string[]): string | undefined {
  return remarks.length === 0 ? undefined : `Read as ${shortText(prefix)}: ${remarks.join(', ')}.`
}

function whyNoAddress(host: string): string {
  const hasZeros = /^\d+(?:\.\d+){3}$/.test(host) && host.split('.').some((part) => /^0\d/.test(part))
  if (hasZeros) return 'A part of an IPv4 address can’t start with 0: programs read that differently.'
  if (/^\d+(?:\.\d+){3}$/.test(host)) return 'Each part of an IPv4 address is a number from 0 to 255.'
  const isName = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}$/u.test(host)
  if (isName) return `This is a name. Enter its IP address, ${EXAMPLES}.`
  return `Not a valid IP address. Enter an address or a prefix, ${EXAMPLES}.`
}

function wrong(message: string): ReadAddress {
  return { kind: 'wrong', message }
}
