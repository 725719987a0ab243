import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Variant } from '../edition/answer.ts'

/** Sends the best form that the client can read, or 304 when it has one already; `instead` replaces headers. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  instead: Record<string, string> = {},
) {
  const fit = variantFor(answer, request.headers['accept-encoding'])
  const known = answer.status === 200 ? findKnown(request.headers['if-none-match'], answer, fit) : undefined
  if (known !== undefined) return reply.code(304).headers(known.headers).headers(instead).send()
  return reply.code(answer.status).headers(fit.headers).headers(instead).send(fit.bytes)
}

function variantFor(answer: Answer, accepted = ''): Variant {
  for (const variant of answer.variants) {
    if (variant.encoding !== 'identity' && accepts(accepted, variant.encoding)) return variant
  }
  return answer.variants[answer.variants.length - 1] as Variant
}

/** `br;q=0` is a refusal; every other mention is an acceptance. Wildcards get plain bytes. */
function accepts(header: string, encoding: string) {
  const at = header.indexOf(encoding)
  if (at === -1) return false
  return header
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/i.test(part)))
}

/**
 * A cache in between may have kept the page in another encoding, so the ETag of any of them counts. The one that
 * matched goes back: a cache does not refresh what it kept under another.
 */
function findKnown(header: string | undefined, answer: Answer, fit: Variant): Variant | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return fit
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return answer.variants.find((variant) => tags.includes(variant.etag))
}
