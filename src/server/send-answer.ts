import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Variant } from '../edition/answer.ts'

/** Sends the best form that the client can read, or 304 when it has it already. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const variant = variantFor(answer, request.headers['accept-encoding'])
  reply.headers(variant.headers)
  const isKnown = answer.status === 200 && matches(request.headers['if-none-match'], answer)
  if (isKnown) return reply.code(304).send()
  return reply.code(answer.status).send(variant.bytes)
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
    .some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(part)))
}

/** A cache in between may have kept the page in another encoding, so the ETag of any of them counts. */
function matches(header: string | undefined, answer: Answer) {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return answer.variants.some((variant) => tags.includes(variant.etag))
}
