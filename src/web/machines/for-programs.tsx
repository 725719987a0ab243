import { API_DOCS_PATH, LLMS_TXT_PATH, MCP_PATH, OPEN_API_PATH } from '../../domain/machine-paths.ts'
import { CodeLine } from './code-line.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'
import { MCP_LIST_TOOLS, mcpConfig } from './mcp-texts.ts'

export function ForPrograms({
  machines: { publicUrl, cloud },
  provider,
}: {
  machines: Machines
  provider: string
}) {
  const verdict = `/api/verdict?cloud=${cloud.machine_name}`
  return (
    <MachineGroup id="programs" title="For programs and AI models">
      <MachineEntry
        id="api"
        name="JSON API"
        words={
          <>
            Everything on this site, with ETags and open CORS. See the{' '}
            <a href={API_DOCS_PATH}>API reference</a> or the <a href={OPEN_API_PATH}>OpenAPI document</a>.
          </>
        }
      >
        <CodeLine label="Current status of this cloud" text={publicUrl + verdict} href={verdict} />
        <CodeLine label="OpenAPI document" text={publicUrl + OPEN_API_PATH} href={OPEN_API_PATH} />
        <LiveExample path={verdict} name="the verdict" />
      </MachineEntry>
      <MachineEntry
        id="mcp"
        name="Model Context Protocol"
        words="Lets an assistant look up status, incidents, maintenance and data centers. Read-only."
      >
        <CodeLine label="Address of the server" text={publicUrl + MCP_PATH} />
        <CodeLine label="Client configuration" text={mcpConfig(publicUrl, provider)} />
        <LiveExample path={MCP_PATH} body={MCP_LIST_TOOLS} name="tools/list" />
      </MachineEntry>
      <MachineEntry
        id="llms"
        name="llms.txt"
        words="What this site is and where to find things, as text for language models."
      >
        <CodeLine label="Address" text={publicUrl + LLMS_TXT_PATH} href={LLMS_TXT_PATH} />
        <LiveExample path={LLMS_TXT_PATH} name="llms.txt" />
      </MachineEntry>
    </MachineGroup>
  )
}
