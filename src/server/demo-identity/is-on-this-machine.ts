import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../domain/loopback-host.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** Headers that proxies add. Behind a proxy on this machine, every client has a loopback address. */
const OF_PROXIES =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-envoy-.*|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fly-.*)$/

/**
 * Whether the request comes from this machine, under a loopback name. A proxy that adds no headers is recognized by
 * HTTP/1.0 or `Connection: close`, which browsers do not send. A TCP forwarder such as `ssh -R` cannot be detected.
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
