import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { publicReads } from '../../contract/public-reads.ts'
import { withoutSecret } from '../../domain/account/own-calendar-address.ts'
import { LEGACY_STATUS_PATH, MCP_PATH } from '../../domain/machine-paths.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { isDocumentPath } from '../../edition/documents/find-document.ts'
import type { AppContext } from '../context.ts'
import { faultDocument } from '../render/static-documents.tsx'
import { PRIVATE_CACHE } from './cache-control.ts'
import { FAULTS, type Fault, type FaultCode, toFault } from './faults.ts'
import { OPEN_TO_ALL } from './security-headers.ts'

const RETRY_AFTER_S = 5
/** The error handler logs `server-fault`. The others would fill the log while they last. */
const NOT_LOGGED_HERE: readonly FaultCode[] = ['server-fault', 'in-maintenance', 'overloaded']

export function answerFault(context: AppContext, request: FastifyRequest, reply: FastifyReply, fault: Fault) {
  if (!NOT_LOGGED_HERE.includes(fault.code)) {
    request.log.info({ ...describe(request), status: fault.status }, fault.message)
  }
  reply.code(fault.status).header('cache-control', PRIVATE_CACHE)
  const passes = fault.status === 503 || fault.status === 429 || fault.retryAfterS !== undefined
  if (passes) reply.header('retry-after', String(fault.retryAfterS ?? RETRY_AFTER_S))
  // Sites that may read the answer may also read why there is none.
  if (isOpenToAll(request.routeOptions.url ?? '')) reply.headers(OPEN_TO_ALL)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isForPeople = (isRead || isPostedForm(request)) && isForPeopleAt(request.url)
  if (!isForPeople) return reply.send(fault.body())
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .send(documentOf(context, fault, request.url))
}

/** Decided by route, so that the spelling of a URL doesn't matter. */
function isOpenToAll(route: string): boolean {
  const isRead = Object.hasOwn(publicReads, route) || route.startsWith('/rss-feed')
  return isRead || isDocumentPath(route) || route === MCP_PATH || route === LEGACY_STATUS_PATH
}

export function isForPeopleAt(url: string): boolean {
  const isOfProgram =
    /^\/(api|assets|attachments|brand|images|rss-feed|threats\.csv|mcp|calendar\/own)([/?]|$)/.test(url)
  return !isOfProgram && !isDocumentPath(url.split('?', 1)[0] ?? '')
}

/**
 * Anyone can cause a fault as often as they like, and a page with its menu takes milliseconds to render, so each page
 * is rendered once a minute.
 */
export function documentOf(context: AppContext, fault: Fault, url = '/', render = faultDocument): string {
  const [path] = url.split('?', 1)
  // Never cached: this page shows the remaining time.
  if (fault.code === 'in-maintenance') return render(context, fault, path)
  const documents = cachedDocumentsOf(context)
  const clouds = context.holder.current()?.edition.site.clouds ?? []
  // Sent most when there is least time to render it, so it is the same for everyone.
  const of = fault.code === 'overloaded' ? [] : [fault.message, cloudOfPath(clouds, path ?? '')?.domain]
  const key = [fault.code, ...of].join('\n')
  const document = documents.get(key) ?? render(context, fault, path)
  // Some messages quote the request, so their number is unlimited.
  if (documents.size < MOST_CACHED) documents.set(key, document)
  return document
}

/** About 15 kB each. */
const MOST_CACHED = 100

function cachedDocumentsOf(context: AppContext): Map<string, string> {
  const held = context.holder.current()
  const minute = Math.floor(context.clock().getTime() / MINUTE_MS)
  const of = [held?.edition, held?.staleSince?.getTime(), minute]
  const before = cachedDocuments.get(context)
  if (before?.of.every((part, at) => part === of[at])) return before.documents
  const documents = new Map<string, string>()
  cachedDocuments.set(context, { of, documents })
  return documents
}

const cachedDocuments = new WeakMap<AppContext, { of: readonly unknown[]; documents: Map<string, string> }>()

function isPostedForm({ method, headers }: FastifyRequest) {
  return (
    method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  )
}

/** Without the query and secrets in the path, which must not be logged. */
export function describe({ method, url, ip, routeOptions }: FastifyRequest) {
  return { method, path: withoutSecret(url.split('?', 1)[0] ?? '', routeOptions.url), ip }
}

/** Requests too broken to reach a route: answered on the raw connection, which is then closed. */
export function refuseBrokenRequest(log: Logger) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy(error)
    // A second error must not cut off the answer to the first.
    if (!socket.writable) return socket.destroySoon()
    const unforeseen = toFault(error)
    const { status, message } = unforeseen.code === 'server-fault' ? FAULTS['bad-request'] : unforeseen
    log.info({ status, code: error.code }, message)
    const body = JSON.stringify({ message })
    socket.end(
      `HTTP/1.1 ${status} ${message.replace(/\.$/, '')}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}
