import type { McpTool } from './mcp-tool.ts'
import { findIpRange } from './tools/find-ip-range.ts'
import { getRecord } from './tools/get-record.ts'
import { getStatus } from './tools/get-status.ts'
import { listDataCenters } from './tools/list-data-centers.ts'
import { listAdvisories, listIncidents, listMaintenance } from './tools/list-records.ts'

export const MCP_TOOLS: readonly McpTool[] = [
  getStatus,
  listIncidents,
  getRecord,
  listMaintenance,
  listAdvisories,
  listDataCenters,
  findIpRange,
]
