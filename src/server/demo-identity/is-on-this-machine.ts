import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../domain/loopback-host.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** What proxies add. One on this machine makes all its clients look as if they were here, too. */
const OF_PROXIES =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-envoy-.*|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fly-.*)$/

/**
 * Whether somebody on this very machine asks, under a name that only means this machine. A proxy that adds no header is
 * known by how it asks: in HTTP/1.0, or for a connection that ends with the answer, as no browser does. A forwarder of
 * bare connections, such as `ssh -R`, cannot be told apart: who sets one up says that others are this machine.
 */
export function isOnThisMachine({ ip, host, headers, raw }: FastifyRequest, publicUrl: string): boolean {
  const isProxied =
    Object.keys(headers).some((name) => OF_PROXIES.test(name)) ||
    raw.httpVersion === '1.0' ||
    /close/i.test(headers.connection ?? '')
  return (
    !isProxied && LOOPBACK.includes(ip) && OWN_NAME.test(host) && isLoopbackHost(new URL(publicUrl).hostname)
  )
}
