import type { CsvTable } from '../../contract/imports.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import styles from './column-choice.module.css'

export interface ImportColumn {
  name: string
  label: string
  isNeeded?: true
}

export function ColumnChoice({
  columns,
  table: { header, sample },
  chosen,
  onChoose,
}: {
  columns: readonly ImportColumn[]
  table: CsvTable
  chosen: Readonly<Record<string, string>>
  onChoose: (chosen: Record<string, string>) => void
}) {
  const taken = (name: string) => chosen[name] ?? header.find((head) => isSameName(head, name)) ?? ''
  const used = columns.filter(({ name }) => taken(name) !== '')
  return (
    <fieldset className={styles.choice}>
      <legend>Columns of the file</legend>
      <div className={styles.fields}>
        {columns.map(({ name, label, isNeeded }) => (
          <ChoiceField
            key={name}
            name={`column-${name}`}
            label={isNeeded ? label : `${label} (optional)`}
            value={taken(name)}
            onPick={(head) => onChoose({ ...chosen, [name]: head })}
          >
            <option value="">{isNeeded ? 'Choose a column' : 'None'}</option>
            {[...new Set(header)].map((head) => (
              <option key={head} value={head}>
                {head}
              </option>
            ))}
          </ChoiceField>
        ))}
      </div>
      {used.length > 0 && (
        <div className={styles.sample}>
          <table aria-label="First lines, as they would be read">
            <thead>
              <tr>
                {used.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sample.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows may repeat, and the list doesn't change.
                <tr key={index}>
                  {used.map(({ name }) => (
                    <td key={name}>{row[header.indexOf(taken(name))] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </fieldset>
  )
}

function isSameName(head: string, name: string) {
  return head.trim().toLowerCase().replaceAll(' ', '_') === name
}
