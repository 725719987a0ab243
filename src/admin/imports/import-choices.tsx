import { useState } from 'react'
import type { CsvTable } from '../../contract/imports.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { useRoot } from '../../ui/root-data.ts'
import { useChoices } from '../parts/use-choices.ts'
import { ColumnChoice, type ImportColumn } from './column-choice.tsx'

/** A changed choice needs a new preview: `forget` drops the old one. */
export function useImportChoices(
  columns: readonly ImportColumn[],
  { table, forget }: { table: CsvTable | null | undefined; forget: () => void },
) {
  const clouds = useOwnClouds()
  const [picked, setPicked] = useState<string>()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [lastTable, setLastTable] = useState<CsvTable>()
  const cloud = picked ?? clouds[0]?.machine_name ?? ''
  // Stays while its columns are chosen, although there is no preview then.
  const shownTable = table ?? lastTable
  return {
    input: { cloud, ...(Object.keys(chosen).length > 0 && { columns: chosen }) },
    beginAgain() {
      setChosen({})
      setLastTable(undefined)
      forget()
    },
    cloudField: (
      <ChoiceField
        name="cloud"
        label="Import into"
        value={cloud}
        onPick={(machineName) => {
          setPicked(machineName)
          forget()
        }}
      >
        {clouds.map(({ machine_name, title }) => (
          <option key={machine_name} value={machine_name}>
            {title}
          </option>
        ))}
      </ChoiceField>
    ),
    columnsField: shownTable && (
      <ColumnChoice
        columns={columns}
        table={shownTable}
        chosen={chosen}
        onChoose={(next) => {
          setLastTable(shownTable)
          setChosen(next)
          forget()
        }}
      />
    ),
  }
}

function useOwnClouds() {
  const { clouds } = useRoot().global
  const { choices } = useChoices()
  const limit = choices?.limited_to ?? null
  const names = new Set(
    choices?.clouds.flatMap(({ id, machine_name }) => (limit?.includes(id) ? machine_name : [])),
  )
  return limit === null ? clouds : clouds.filter(({ machine_name }) => names.has(machine_name))
}
