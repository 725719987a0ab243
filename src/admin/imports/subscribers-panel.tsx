import { useState } from 'react'
import { CheckboxField } from '../parts/check-fields.tsx'
import { DefinitionList } from '../parts/definition-list.tsx'
import type { ImportColumn } from './column-choice.tsx'
import { type ChosenFile, FileField } from './file-field.tsx'
import { useImportChoices } from './import-choices.tsx'
import { ImportFrame } from './import-frame.tsx'
import { ImportJobs } from './import-jobs.tsx'
import { NamedList } from './named-list.tsx'
import { useImport } from './use-import.ts'

const SUBSCRIBER_COLUMNS: readonly ImportColumn[] = [
  { name: 'email', label: 'Email', isNeeded: true },
  { name: 'type', label: 'Type' },
  { name: 'components', label: 'Components' },
]

export function SubscribersPanel() {
  const [file, setFile] = useState<ChosenFile>()
  const [areConfirmed, setConfirmed] = useState(false)
  const [started, setStarted] = useState<number>()
  const { said, problem, look, run, forget } = useImport('POST /api/admin/imports/subscribers')
  const choices = useImportChoices(SUBSCRIBER_COLUMNS, { table: said?.table, forget })
  const input = { file: file ?? { name: '', text: '' }, are_confirmed: areConfirmed, ...choices.input }
  return (
    <>
      <ImportFrame
        intro={
          <>
            A table with a column <code>email</code>, and optionally <code>type</code> and{' '}
            <code>components</code> (names, separated by |). Without components, the subscription covers the
            whole cloud. Accounts have no password; owners set one with "Forgot password".
          </>
        }
        fields={
          <>
            <FileField
              label="File"
              hint="CSV, up to 100,000 lines."
              accept=".csv,text/csv"
              onChosen={([chosen]) => {
                setFile(chosen)
                choices.beginAgain()
              }}
            />
            {choices.cloudField}
            {choices.columnsField}
            <CheckboxField
              label="These people confirmed their address on the old page"
              hint="Otherwise each of them first gets one email asking for confirmation, and nothing else until they confirm."
              isChecked={areConfirmed}
              onChange={(isChecked) => {
                setConfirmed(isChecked)
                forget()
              }}
            />
          </>
        }
        isReady={file !== undefined}
        said={said}
        problem={problem}
        isNothing={said !== undefined && said.new_accounts === 0}
        onLook={() => look(input)}
        onRun={async () => {
          const job = (await run(input))?.job
          if (job == null) return
          setStarted(job.id)
          forget()
        }}
      >
        {said !== undefined && (
          <>
            <DefinitionList
              items={[
                {
                  term: 'New or newly confirmed accounts',
                  detail: said.new_accounts.toLocaleString('en-US'),
                },
                {
                  term: 'Already have an account; unchanged',
                  detail: said.known_accounts.toLocaleString('en-US'),
                },
              ]}
            />
            <NamedList
              title="Skipped"
              count={said.lines_left_out}
              names={said.left_out.map(({ line, reason }) => `Line ${line}: ${reason}`)}
            />
          </>
        )}
      </ImportFrame>
      <ImportJobs started={started} />
    </>
  )
}
