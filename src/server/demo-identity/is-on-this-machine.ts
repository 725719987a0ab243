import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '../../delivery/http/is-public-address.ts'
import { isLoopbackHost } from '../../domain/loopback-host.ts'

/** What a proxy adds. One on this machine makes all its clients look as if they were here, too. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether somebody on this very machine asks, under a name that only means this machine. */
export function isOnThisMachine({ ip, host, headers }: FastifyRequest, publicUrl: string): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return (
    !isForwarded &&
    isLoopbackAddress(ip) &&
    isLoopbackHost(hostnameOf(`http://${host}`)) &&
    isLoopbackHost(hostnameOf(publicUrl))
  )
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
