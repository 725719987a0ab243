import { MCP_PATH } from '../../domain/machine-paths.ts'

export const MCP_LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

export function mcpConfig(publicUrl: string, provider: string): string {
  const server = { type: 'http', url: publicUrl + MCP_PATH }
  return JSON.stringify({ mcpServers: { [serverName(provider)]: server } }, null, 2)
}

/** Clients only accept letters, digits and dashes. */
function serverName(provider: string) {
  const words = provider
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  return [...(words ?? ['status']), 'trust'].join('-')
}
