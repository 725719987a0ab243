import { useState } from 'react'
import { TextAreaField } from '../parts/text-fields.tsx'
import type { ImportColumn } from './column-choice.tsx'
import { type ChosenFile, FileField } from './file-field.tsx'
import { useImportChoices } from './import-choices.tsx'
import { ImportFrame } from './import-frame.tsx'
import { NamedList } from './named-list.tsx'
import { PlannedRecords, PlannedServices } from './planned-records.tsx'
import { useImport } from './use-import.ts'

const INCIDENT_COLUMNS: readonly ImportColumn[] = [
  { name: 'title', label: 'Title', isNeeded: true },
  { name: 'started_at', label: 'Started', isNeeded: true },
  { name: 'resolved_at', label: 'Resolved' },
  { name: 'status', label: 'Status' },
  { name: 'impact', label: 'Impact' },
  { name: 'body', label: 'Text' },
  { name: 'postmortem', label: 'Post-mortem' },
  { name: 'components', label: 'Services' },
  { name: 'id', label: 'Id' },
]

export function StatuspagePanel() {
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [reason, setReason] = useState('')
  const [needsReason, setNeedsReason] = useState(false)
  const { said, problem, look, run, forget } = useImport('POST /api/admin/imports/statuspage')
  const choices = useImportChoices(INCIDENT_COLUMNS, { table: said?.tables[0], forget })
  const input = { files, ...choices.input }
  const refusedForWant = problem?.errors?.without_approval
  if (refusedForWant !== undefined && !needsReason) setNeedsReason(true)
  const isNothing =
    said !== undefined && said.new_services.length + said.incidents.length + said.maintenances.length === 0
  return (
    <ImportFrame
      intro={
        <>
          Use files from the public API of the old page, for example <code>/api/v2/components.json</code>,{' '}
          <code>/api/v2/incidents.json</code> and <code>/api/v2/scheduled-maintenances.json</code>, or an
          export from its manage API. Incidents of any other tool can be a CSV file with one incident per
          line. History becomes published records without notifying anyone. A component with the same name as
          a service here is matched to it.
        </>
      }
      fields={
        <>
          <FileField
            label="Files"
            hint="JSON or CSV, one or more files."
            accept=".json,application/json,.csv,text/csv"
            isMany
            onChosen={(chosen) => {
              setFiles(chosen)
              choices.beginAgain()
            }}
          />
          {choices.cloudField}
          {needsReason && (
            <TextAreaField
              label="Why it goes live without approval"
              hint="Such records need a second person. For the audit log."
              error={refusedForWant}
              rows={2}
              maxLength={2000}
              value={reason}
              onChange={setReason}
            />
          )}
          {choices.columnsField}
        </>
      }
      isReady={files.length > 0}
      said={said}
      problem={problem}
      isNothing={isNothing}
      onLook={() => look(input)}
      onRun={() => run({ ...input, ...(reason.trim() !== '' && { without_approval: reason.trim() }) })}
    >
      {said !== undefined && (
        <>
          <PlannedRecords records={said.records} />
          <PlannedServices services={said.services} />
          <NamedList title="New groups of services" names={said.new_categories} />
          <NamedList
            title="Skipped"
            names={said.left_out.map(({ what, name, reason }) => `${name} (${what}): ${reason}`)}
          />
        </>
      )}
    </ImportFrame>
  )
}
