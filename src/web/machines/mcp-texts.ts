import { MCP_PATH } from '../../domain/machine-paths.ts'

/** What a client asks first. */
export const MCP_LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** For the file in which clients of the protocol keep their servers. */
export function mcpConfig(publicUrl: string, provider: string): string {
  const server = { type: 'http', url: publicUrl + MCP_PATH }
  return JSON.stringify({ mcpServers: { [serverName(provider)]: server } }, null, 2)
}

/** Clients take plain letters, digits and dashes alone. */
function serverName(provider: string) {
  const words = provider
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  return [...(words ?? ['status']), 'trust'].join('-')
}
