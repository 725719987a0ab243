import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts'

const DNS_TIMEOUT_MS = 2_000
const DNS_TRIES = 2

export class NotAllowed extends Error {
  override message = 'This address is not on the public internet'
}

/** Empty if the name doesn't exist. */
export type ResolveName = (name: string) => Promise<string[]>

export interface PublicAddresses {
  isRefused(host: string): boolean
  /** For `net.connect`, so that it uses the checked address even if the name changes a moment later. */
  lookup: LookupFunction
}

export function publicAddresses({
  isLocalAllowed,
  resolveName,
}: {
  isLocalAllowed: boolean
  resolveName: ResolveName
}): PublicAddresses {
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (isLocalAllowed && isLoopbackAddress(address))

  async function resolveAllowed(name: string) {
    const addresses = isLocalhost(name) ? ['127.0.0.1'] : await resolveName(name)
    if (addresses.length === 0) throw new Error('This name does not resolve')
    // One private address is enough to refuse: it is an attack or a mistake.
    if (!addresses.every(isAllowed)) throw new NotAllowed()
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  return {
    isRefused: (host) => isIP(host) !== 0 && !isAllowed(host),
    lookup: (name, options, callback) => {
      resolveAllowed(name).then(
        (found) => {
          const [first] = found
          if (options.all || first === undefined) callback(null, found)
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    },
  }
}

/** RFC 6761: never ask a DNS server for these. */
function isLocalhost(name: string) {
  return /(^|\.)localhost\.?$/i.test(name)
}

/**
 * Asks DNS servers only. The system's own lookup knows private names, and slow DNS servers would block its
 * few threads.
 */
export function nameResolver(): { resolveName: ResolveName; close(): void } {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return {
    resolveName: async (name) => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    },
    close: () => resolver.cancel(),
  }
}
