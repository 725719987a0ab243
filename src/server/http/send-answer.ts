import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Variant } from '../../edition/answer.ts'

/** `instead` replaces headers. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  instead: Record<string, string> = {},
) {
  const fit = fitOf(answer, request.headers['accept-encoding'])
  const known = knownOf(request.headers['if-none-match'], answer, fit)
  if (known !== undefined) return reply.code(304).headers(known.headers).headers(instead).send()
  return reply.code(answer.status).headers(fit.headers).headers(instead).send(fit.bytes)
}

export function fitOf(answer: Answer, accepted = ''): Variant {
  const { br, gzip } = acceptedOf(accepted)
  for (const variant of answer.variants) {
    if ((variant.encoding === 'br' && br) || (variant.encoding === 'gzip' && gzip)) return variant
  }
  return answer.variants[answer.variants.length - 1] as Variant
}

interface Accepted {
  br: boolean
  gzip: boolean
}

/** Browsers send only a handful of different headers. */
const MOST_REMEMBERED = 100
const remembered = new Map<string, Accepted>()

function acceptedOf(header: string): Accepted {
  const known = remembered.get(header)
  if (known !== undefined) return known
  const accepted = { br: accepts(header, 'br'), gzip: accepts(header, 'gzip') }
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, accepted)
  return accepted
}

/** `br;q=0` refuses; every other mention accepts. Wildcards get plain bytes. */
function accepts(header: string, encoding: string) {
  return header
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/i.test(part)))
}

/**
 * The variant that the client already has, if any. A cache in between may have stored another encoding, so any
 * variant's ETag counts. We return the one that matched: a cache doesn't refresh a copy under another ETag.
 */
export function knownOf(header: string | undefined, answer: Answer, fit: Variant): Variant | undefined {
  if (header === undefined || answer.status !== 200) return undefined
  if (header === fit.etag || header.trim() === '*') return fit
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return answer.variants.find((variant) => tags.includes(variant.etag))
}
