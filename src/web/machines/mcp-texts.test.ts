import { expect, test } from 'vitest'
import { mcpConfig } from './mcp-texts.ts'

test.each([
  ['Northwall', 'northwall-trust'],
  ['Acme, Inc.', 'acme-inc-trust'],
  ['Zürich Cloud', 'zurich-cloud-trust'],
  ['株式会社', 'status-trust'],
  ['', 'status-trust'],
])('Model Context Protocol: the server of %j is named after it', (provider, name) => {
  expect(JSON.parse(mcpConfig('https://trust.example', provider))).toEqual({
    mcpServers: { [name]: { type: 'http', url: 'https://trust.example/mcp' } },
  })
})
