import { useState } from 'react'
import { DefinitionList } from '../parts/definition-list.tsx'
import { type ChosenFile, FileField } from './file-field.tsx'
import { ImportFrame } from './import-frame.tsx'
import { useImport } from './use-import.ts'

/** O-05 */
export function ThreatsPanel() {
  const [file, setFile] = useState<ChosenFile>()
  const { said, problem, look, run, forget } = useImport('POST /api/admin/imports/threats')
  const input = { file: file ?? { name: '', text: '' } }
  return (
    <ImportFrame
      intro={
        <>
          A table with the columns <code>day, category, family, region, blocked</code> for the analytics page,
          or <code>day, country, data_center, category, family, blocked</code> for the threat map. Categories
          are malware, threat, sandbox and ba. A line for existing figures replaces them.
        </>
      }
      fields={
        <FileField
          label="File"
          hint="CSV, up to 16 MB and 200,000 lines."
          accept=".csv,text/csv"
          onChosen={([chosen]) => {
            setFile(chosen)
            forget()
          }}
        />
      }
      isReady={file !== undefined}
      said={said}
      problem={problem}
      isNothing={said !== undefined && said.lines === 0}
      onLook={() => look(input)}
      onRun={() => run(input)}
    >
      {said !== undefined && (
        <DefinitionList
          items={[
            {
              term: 'Table',
              detail: said.table === 'counts' ? 'By day and region' : 'By country and data center',
            },
            { term: 'Lines', detail: said.lines.toLocaleString('en-US') },
            { term: 'Of these, replacing figures', detail: said.replaced.toLocaleString('en-US') },
            { term: 'Days', detail: `${said.first_day} to ${said.last_day}` },
            { term: 'Blocked in total', detail: said.blocked.toLocaleString('en-US') },
          ]}
        />
      )}
    </ImportFrame>
  )
}
