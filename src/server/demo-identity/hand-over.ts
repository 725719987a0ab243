import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'

/** The request as it came, for a library that answers by itself; with our headers around what it says. */
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

/** Its addresses come from the configuration alone, never from what a request says of itself. */
export function asAtPublicUrl({ raw }: FastifyRequest, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  return raw as typeof raw & { originalUrl?: string | undefined }
}
