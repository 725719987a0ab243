import type { FastifyReply, FastifyRequest } from 'fastify'
import { protectedPage } from '../../domain/account/protected-page.ts'
import type { AppContext } from '../context.ts'
import type { AnswersAtOnce } from '../edge/answers-at-once.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { mayBePersonal } from '../http/viewer-of.ts'

/**
 * Answers are kept under their canonical address, so a request that names one exactly needs no parsing,
 * no validation and no handler. Most do: links and our own calls are written canonically. Pages are the same
 * for everyone who gets them: those for signed-in readers alone send others to sign in first (G-19). What the API says
 * may be more to those who are signed in.
 */
export function sendKeptAnswer({ holder, assets, clock }: AppContext, { learn }: AnswersAtOnce) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || mayBePersonal(request) || protectedPage(url) !== undefined) return
    const kept = holder.current()?.answers.find(url, clock().getTime()) ?? assets.files.get(url)
    if (kept === undefined) return
    learn(request, kept)
    return sendAnswer(request, reply, kept)
  }
}
