import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MCP_PATH } from '../../domain/machine-paths.ts'
import { minuteOf, readAnswer } from '../answers/read-answer.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { OPEN_TO_ALL, preflightHeaders } from '../http/security-headers.ts'
import { MCP_TAG } from '../routes/api-docs.ts'
import { refuseOtherMethods } from '../routes/refuse-other-methods.ts'
import type { McpTool, ToolOutcome, ToolView } from './mcp-tool.ts'
import { findIpRange, getStatus, listDataCenters } from './place-tools.ts'
import { getRecord, listAdvisories, listIncidents, listMaintenance } from './record-tools.ts'

const MCP_TOOLS: readonly McpTool[] = [
  getStatus,
  listIncidents,
  getRecord,
  listMaintenance,
  listAdvisories,
  listDataCenters,
  findIpRange,
]

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** A protocol server for a single request: another process may answer the next one. */
function makeMcpServer(view: ToolView): Server {
  const { provider } = view.edition.site
  const server = new Server(
    { name: 'candor', title: `${provider.name} Trust`, version: '1', websiteUrl: view.publicUrl },
    {
      capabilities: { tools: {} },
      instructions: `Status, incidents, maintenance, advisories and data centers of the clouds of ${provider.name}, as published at ${view.publicUrl}. Everything is public and read-only. Times are in UTC. Link to the url of what you mention.`,
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...LISTED] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = MCP_TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`)
    }
    return resultOf(tool.call(view, params.arguments ?? {}))
  })
  return server
}

const LISTED = MCP_TOOLS.map(({ name, title, description, input }) => ({
  name,
  title,
  description,
  inputSchema: { ...input, type: 'object' as const },
  annotations: { title, ...ANNOTATIONS },
}))

function resultOf(outcome: ToolOutcome): CallToolResult {
  switch (outcome.kind) {
    case 'found':
      return {
        content: [{ type: 'text', text: JSON.stringify(outcome.content) }],
        structuredContent: outcome.content,
      }
    case 'refused':
      return { content: [{ type: 'text', text: outcome.message }], isError: true }
  }
}

const BODY_LIMIT_BYTES = 64 * 1024
const CALL_LIMIT_MS = 5_000

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/**
 * One request, one response, without a session or stream. It reads only the public edition and ignores
 * cookies, so programs and pages from anywhere may use it.
 */
export function mcpRoutes(app: FastifyInstance, context: AppContext) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => body,
  )
  app.post(
    MCP_PATH,
    {
      config: { ...ANYONE, readsOnly: true },
      schema: {
        summary: 'Model Context Protocol: streamable HTTP without sessions, read only',
        tags: [MCP_TAG],
      },
    },
    (request, reply) => answerTo(context, request, reply.headers(HEADERS)),
  )
  app.options(MCP_PATH, { config: ANYONE, schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).headers(preflightHeaders('POST')).send(),
  )
  refuseOtherMethods(app, MCP_PATH, ['POST', 'OPTIONS'])
}

const HEADERS = { ...OPEN_TO_ALL, 'cache-control': PRIVATE_CACHE }

async function answerTo(context: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const message = parsed(request.body)
  if (message === undefined) return refuse(reply, PARSE_ERROR, 'The body is not valid JSON.')
  if (Array.isArray(message)) {
    return refuse(reply, INVALID_REQUEST, 'Send one message at a time; batches are not supported.')
  }
  const make = () => withinLimit(handled(context, request, message))
  const { status, type, body } = await (context.makeInTurn?.(make, clientOf(request)).made ?? make())
  if (type !== null) reply.type(type)
  return reply.code(status).send(body)
}

async function handled(context: AppContext, { headers }: FastifyRequest, message: unknown) {
  const { config } = context
  const { publicUrl } = config
  const held = heldEdition(context)
  const minute = minuteOf(context.clock())
  const server = makeMcpServer({
    edition: held.edition,
    now: minute.start,
    publicUrl,
    lookUp: (address) =>
      readAnswer(held, config, { path: '/api/ip-lookup', input: { address }, minute }).outcome,
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const answer = await transport.handleRequest(
      new Request(publicUrl + MCP_PATH, { method: 'POST', headers: askedHeaders(headers) }),
      { parsedBody: message },
    )
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: answer.body === null ? undefined : await answer.text(),
    }
  } finally {
    await server.close()
  }
}

/** Only the headers that the protocol needs, without any that identify the client. */
function askedHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  const names = ['accept', 'content-type', 'mcp-protocol-version'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body)) as unknown
  } catch {
    return undefined
  }
}

function refuse(reply: FastifyReply, code: number, message: string) {
  return reply.code(400).send({ jsonrpc: '2.0', error: { code, message }, id: null })
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault('overloaded')), CALL_LIMIT_MS)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
