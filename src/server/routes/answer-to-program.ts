import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOnce, type GivenAnswer } from '../../accounts/tokens/answer-once.ts'
import { isAccepted } from '../calls/v1/v1-asked.ts'
import type { AccountContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

export async function answerToProgram(
  of: {
    context: AccountContext
    request: FastifyRequest
    reply: FastifyReply
    status: number
    isChange: boolean
    /** `If-Match` is compared with the version of the post-mortem, not of the record. */
    isOfPostMortem?: boolean
  },
  act: (key: string) => Promise<unknown>,
): Promise<FastifyReply> {
  const { accounts } = of.context
  const answered = await accounts.inTime(answerOf(of, act))
  if (answered.isRepeated) of.reply.header('idempotency-replayed', 'true')
  sendVersion(of, answered.body)
  return of.reply
    .code(answered.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(answered.body)
}

async function answerOf(
  { context, request, status, isChange }: Parameters<typeof answerToProgram>[0],
  act: (key: string) => Promise<unknown>,
): Promise<GivenAnswer & { isRepeated: boolean }> {
  const answer = async (key: string) => {
    const given = await act(key)
    return {
      status: isAccepted(given) ? 202 : status,
      body: JSON.stringify(given),
      bodyKept: JSON.stringify(withoutSecret(given)),
    }
  }
  const { token } = request
  const given = request.headers['idempotency-key']
  if (!isChange || typeof given !== 'string' || token === undefined)
    return { ...(await answer(`api:${token?.id}:${randomUUID()}`)), isRepeated: false }

  const requestHash = hashOfRequest(request)
  const once = await answerOnce(
    context.accounts.desk.db,
    { tokenId: token.id, key: given, requestHash, now: context.clock() },
    (askedAt) => answer(keyOfVerbs(token.id, [given, requestHash, askedAt.toISOString()])),
  )
  switch (once.kind) {
    case 'answered':
      return once
    case 'under-way':
      throw new Fault('under-way', { retryAfterS: once.retryAfterS })
    case 'other-request':
      throw new Fault('wrong-input', {
        message: 'This Idempotency-Key was already used for another request. Please use a new one.',
        errors: { 'Idempotency-Key': 'was used for another request' },
      })
  }
}

/**
 * Repeats get the answer without the secret: with it, anyone who has the database or a backup could sign
 * messages as this site.
 */
function withoutSecret(answer: unknown): unknown {
  const { data } = (answer ?? {}) as { data?: { secret?: unknown; message?: unknown } | null }
  if (typeof data?.secret !== 'string') return answer
  const message = [data.message, SECRET_SHOWN_ONCE].filter((part) => typeof part === 'string').join(' ')
  return { ...(answer as object), data: { ...data, secret: null, message } }
}

const SECRET_SHOWN_ONCE =
  'Its secret was only in the first answer. If it was lost, sign in and replace the key of this webhook.'

/** Unique to this request, and the same for repeats until the stored answer expires. */
function keyOfVerbs(tokenId: number, parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `api:${tokenId}:${hash.digest('base64url')}`
}

export function hashOfRequest({
  method,
  url,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'body'>): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(inOrder(body))}`)
    .digest()
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  // An uploaded file writes its digest. Its bytes as a list would block the process for seconds.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]))
}

function sendVersion({ reply, isOfPostMortem = false }: Parameters<typeof answerToProgram>[0], body: string) {
  const { data } = JSON.parse(body) as {
    data?: { version?: unknown; post_mortem?: { version?: unknown } | null }
  }
  const version = isOfPostMortem ? data?.post_mortem?.version : data?.version
  if (typeof version === 'number') reply.header('etag', `"${version}"`)
}
