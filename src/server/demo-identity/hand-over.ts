import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'

/** Passes the raw request to a library that responds by itself. Our headers are added to its response. */
export function handOver(
  provider: Provider,
  { request, reply, publicUrl }: { request: FastifyRequest; reply: FastifyReply; publicUrl: string },
) {
  const raw = asAtPublicUrl(request, publicUrl)
  raw.originalUrl = raw.url
  raw.url = raw.url?.slice(DEMO_IDENTITY_PATH.length)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  return provider.callback()(raw, reply.raw)
}

/** Its URLs come from configuration only, never from request headers. */
export function asAtPublicUrl({ raw }: FastifyRequest, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  return raw as typeof raw & { originalUrl?: string | undefined }
}
