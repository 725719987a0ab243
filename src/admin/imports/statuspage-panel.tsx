import { useState } from 'react'
import { CloudChoice, useFirstCloud } from './cloud-choice.tsx'
import { type ChosenFile, FileField } from './file-field.tsx'
import { ImportFrame } from './import-frame.tsx'
import { NamedList } from './named-list.tsx'
import { useImport } from './use-import.ts'

export function StatuspagePanel() {
  const [files, setFiles] = useState<ChosenFile[]>([])
  const first = useFirstCloud()
  const [cloud, setCloud] = useState(first)
  const { said, problem, look, run, forget } = useImport('POST /api/admin/imports/statuspage')
  const input = { files, cloud }
  const isNothing =
    said !== undefined && said.new_services.length + said.incidents.length + said.maintenances.length === 0
  return (
    <ImportFrame
      intro={
        <>
          Use files from the public API of the old page, for example <code>/api/v2/components.json</code>,{' '}
          <code>/api/v2/incidents.json</code> and <code>/api/v2/scheduled-maintenances.json</code>, or an
          export from its manage API. History becomes published records without notifying anyone. A component
          with the same name as a service here is matched to it.
        </>
      }
      fields={
        <>
          <FileField
            label="Files"
            hint="JSON, one or more files."
            accept=".json,application/json"
            isMany
            onChosen={(chosen) => {
              setFiles(chosen)
              forget()
            }}
          />
          <CloudChoice
            value={cloud}
            onPick={(picked) => {
              setCloud(picked)
              forget()
            }}
          />
        </>
      }
      isReady={files.length > 0}
      said={said}
      problem={problem}
      isNothing={isNothing}
      onLook={() => look(input)}
      onRun={() => run(input)}
    >
      {said !== undefined && (
        <div>
          <NamedList title="New groups of services" names={said.new_categories} />
          <NamedList title="New services" names={said.new_services} />
          <NamedList title="Existing services" names={said.known_services} />
          <NamedList title="Incidents" names={said.incidents} />
          <NamedList title="Maintenances" names={said.maintenances} />
          <NamedList
            title="Skipped"
            names={said.left_out.map(({ what, name, reason }) => `${name} (${what}): ${reason}`)}
          />
        </div>
      )}
    </ImportFrame>
  )
}
