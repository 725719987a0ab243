import { ADDRESS_BITS, type IpPrefix, isWithin, overlap } from '../../domain/ip-ranges/ip-prefix.ts'

/**
 * The ranges that an address belongs to: the smallest that hold it, which several data centers may share. Of a prefix all
 * that it touches: those it lies in, and those that lie in it.
 */
export function matchRanges<T extends { prefix: IpPrefix }>(asked: IpPrefix, ranges: readonly T[]): T[] {
  const isOneAddress = asked.length === ADDRESS_BITS[asked.family]
  if (!isOneAddress) return ranges.filter(({ prefix }) => overlap(prefix, asked))
  const around = ranges.filter(({ prefix }) => isWithin(asked, prefix))
  const smallest = Math.max(...around.map(({ prefix }) => prefix.length))
  return around.filter(({ prefix }) => prefix.length === smallest)
}
