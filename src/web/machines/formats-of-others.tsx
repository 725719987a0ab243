import {
  googleIncidentsPath,
  LEGACY_STATUS_PATH,
  STATUSPAGE_DOCUMENTS,
  statuspagePath,
} from '../../domain/machine-paths.ts'
import { AddressList } from './address-link.tsx'
import { CodeLine } from './code-line.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'

export function FormatsOfOthers({ machines: { publicUrl, cloud } }: { machines: Machines }) {
  const { domain } = cloud
  const summary = statuspagePath('summary', domain)
  const incidents = googleIncidentsPath(domain)
  const legacy = `${LEGACY_STATUS_PATH}?_format=json`
  const legacyBody = JSON.stringify({
    cloud: `trust.${domain}`,
    dateOffset: 0,
    requestType: 'core_cloud_services',
  })
  return (
    <MachineGroup id="formats" title="Formats your tools already support">
      <MachineEntry
        id="statuspage"
        name="Statuspage v2"
        words="Use this URL in any tool that supports Atlassian Statuspage."
      >
        <CodeLine label="Address of the page" text={`${publicUrl}/${domain}`} />
        <AddressList
          publicUrl={publicUrl}
          addresses={STATUSPAGE_DOCUMENTS.map((document) => ({
            words: `${document}.json`,
            path: statuspagePath(document, domain),
          }))}
        />
        <LiveExample path={summary} name="summary.json" />
      </MachineEntry>
      <MachineEntry
        id="google"
        name="Google Cloud incidents"
        words="Incident history in the format of the Google Cloud status page."
      >
        <CodeLine label="Incidents" text={publicUrl + incidents} href={incidents} />
        <LiveExample path={incidents} name="incidents.json" />
      </MachineEntry>
      <MachineEntry
        id="legacy"
        name="Cloud status by POST"
        words="For programs written for the former trust sites. New programs should use the JSON API."
      >
        <CodeLine
          label="Services and their issues"
          text={`curl '${publicUrl}${legacy}' -H 'content-type: application/json' -d '${legacyBody}'`}
        />
        <LiveExample path={legacy} body={legacyBody} name="the cloud status" />
      </MachineEntry>
    </MachineGroup>
  )
}
