import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { ToolOutcome, ToolView } from './mcp-tool.ts'
import { MCP_TOOLS } from './mcp-tools.ts'

/** Nothing here writes, and nothing leaves the site. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** A server of the protocol that lives for one request: the next may be answered by another process. */
export function makeMcpServer(view: ToolView): Server {
  const { provider } = view.edition.site
  const server = new Server(
    { name: 'candor', title: `${provider.name} Trust`, version: '1', websiteUrl: view.publicUrl },
    {
      capabilities: { tools: {} },
      instructions: `Status, incidents, maintenance, advisories and data centers of the clouds of ${provider.name}, as published at ${view.publicUrl}. Everything is public and read only. Times are in UTC. Link to the url of what you tell of.`,
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
