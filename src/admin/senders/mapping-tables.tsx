import type { ReactNode } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import {
  type MappedPlace,
  type MappedPlaceKind,
  type MappedSeverity,
  PLACE_KINDS,
} from '../../domain/senders/mapping.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import { InputField } from '../parts/text-fields.tsx'
import { MAPPING_LABELS } from './sender-values.ts'
import styles from './senders.module.css'

interface TableOf<Row> {
  rows: readonly Row[]
  choices: Choices
  error: string | undefined
  onChange: (rows: Row[]) => void
}

export function SeveritiesTable({ rows, choices, error, onChange }: TableOf<MappedSeverity>) {
  const [first] = choices.severities
  return (
    <ValueTable
      legend={MAPPING_LABELS.severities}
      hint="* matches every other value. The severity names of this site need no line."
      one="severity"
      rows={rows}
      error={error}
      empty={{ value: '', severity_tid: first?.tid ?? 0 }}
      onChange={onChange}
    >
      {(row, change) => (
        <ChoiceField
          name="severity"
          label="Severity here"
          value={row.severity_tid}
          onPick={(picked) => change({ severity_tid: Number(picked) })}
        >
          {choices.severities
            .filter(({ tid, is_retired }) => !is_retired || tid === row.severity_tid)
            .map(({ tid, name }) => (
              <option key={tid} value={tid}>
                {name}
              </option>
            ))}
        </ChoiceField>
      )}
    </ValueTable>
  )
}

export function PlacesTable({ rows, choices, error, onChange }: TableOf<MappedPlace>) {
  const [first] = choices.clouds
  return (
    <ValueTable
      legend={MAPPING_LABELS.places}
      hint="For names that differ from those on this site. A service also says which cloud is affected."
      one="name"
      rows={rows}
      error={error}
      empty={{ value: '', kind: 'cloud', id: first?.id ?? 0 }}
      onChange={onChange}
    >
      {(row, change) => (
        <ChoiceField
          name="place"
          label="On this site"
          value={`${row.kind} ${row.id}`}
          onPick={(picked) => change(placeFromOption(picked))}
        >
          {placesOffered(choices, row).map(({ group, places }) => (
            <optgroup key={group} label={group}>
              {places.map(({ kind, id, name }) => (
                <option key={`${kind} ${id}`} value={`${kind} ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </ChoiceField>
      )}
    </ValueTable>
  )
}

function ValueTable<Row extends { value: string }>({
  legend,
  hint,
  one,
  rows,
  error,
  empty,
  onChange,
  children,
}: {
  legend: string
  hint: string
  one: string
  rows: readonly Row[]
  error: string | undefined
  empty: Row
  onChange: (rows: Row[]) => void
  children: (row: Row, change: (patch: Partial<Row>) => void) => ReactNode
}) {
  return (
    <FieldSet legend={legend} hint={hint} error={error}>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row, index) => {
            const change = (patch: Partial<Row>) =>
              onChange(rows.map((each, at) => (at === index ? { ...each, ...patch } : each)))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and no state
              <li key={index}>
                <InputField
                  label="Its value"
                  value={row.value}
                  maxLength={200}
                  spellCheck={false}
                  onChange={(value) => change({ value } as Partial<Row>)}
                />
                {children(row, change)}
                <button
                  type="button"
                  className="button"
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                >
                  Remove<span className="hidden"> {row.value}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p>
        <button type="button" className="button" onClick={() => onChange([...rows, empty])}>
          Add a {one}
        </button>
      </p>
    </FieldSet>
  )
}

interface OfferedPlace {
  kind: MappedPlaceKind
  id: number
  name: string
}

function placesOffered(choices: Choices, now: Pick<MappedPlace, 'kind' | 'id'> | undefined) {
  const isOffered = (kind: MappedPlaceKind, id: number, isRetired: boolean) =>
    !isRetired || (now?.kind === kind && now.id === id)
  const groups: { group: string; places: OfferedPlace[] }[] = [
    {
      group: 'Clouds',
      places: choices.clouds
        .filter(({ id, is_retired }) => isOffered('cloud', id, is_retired))
        .map(({ id, title }) => ({ kind: 'cloud', id, name: title })),
    },
    ...choices.clouds.map(({ id: cloud, title }) => ({
      group: `Services of ${title}`,
      places: choices.service_categories
        .filter(({ cloud_id }) => cloud_id === cloud)
        .flatMap(({ services }) => services)
        .filter(({ tid, is_retired }) => isOffered('service', tid, is_retired))
        .map(({ tid, name }) => ({ kind: 'service' as const, id: tid, name })),
    })),
    {
      group: 'Data centers',
      places: choices.regions
        .flatMap(({ data_centers }) => data_centers)
        .filter(({ tid, is_retired }) => isOffered('data_center', tid, is_retired))
        .map(({ tid, name }) => ({ kind: 'data_center', id: tid, name })),
    },
  ]
  return groups.filter(({ places }) => places.length > 0)
}

function placeFromOption(picked: string): Pick<MappedPlace, 'kind' | 'id'> {
  const [kind = '', id = ''] = picked.split(' ')
  return { kind: PLACE_KINDS.find((each) => each === kind) ?? 'cloud', id: Number(id) }
}

export function severitiesWords(choices: Choices, rows: readonly MappedSeverity[]): string {
  return linesOrNothing(
    rows.map(({ value, severity_tid }) => {
      const name = choices.severities.find(({ tid }) => tid === severity_tid)?.name
      return `${value}: ${name ?? severity_tid}`
    }),
  )
}

export function placesWords(choices: Choices, rows: readonly MappedPlace[]): string {
  return linesOrNothing(
    rows.map((row) => {
      const place = placesOffered(choices, row)
        .flatMap(({ places }) => places)
        .find(({ kind, id }) => kind === row.kind && id === row.id)
      return `${row.value}: ${place?.name ?? row.id}`
    }),
  )
}

function linesOrNothing(lines: readonly string[]): string {
  return lines.length === 0 ? '(nothing)' : lines.join('\n')
}
