import type { FastifyReply, FastifyRequest } from 'fastify'
import { protectedPage } from '../domain/account/protected-page.ts'
import type { AppContext } from './context.ts'
import { sendAnswer } from './send-answer.ts'
import { mayBePersonal } from './viewer-of.ts'

/**
 * Answers are kept under their canonical address, so a request that names one exactly needs no parsing,
 * no validation and no handler. Most do: links and our own calls are written canonically. Pages are the same
 * for everyone who gets them: those for signed-in readers alone send others to sign in first (G-19). What the API says
 * may be more to those who are signed in.
 */
export function sendKeptAnswer({ holder, clock }: AppContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const kept =
      isRead && !mayBePersonal(request) && protectedPage(request.url) === undefined
        ? holder.current()?.answers.find(request.url, clock().getTime())
        : undefined
    return kept === undefined ? undefined : sendAnswer(request, reply, kept)
  }
}
