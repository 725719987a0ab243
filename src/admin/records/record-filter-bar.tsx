import { useState } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { counted } from '../../ui/parts/words.ts'
import { Chip, Chips } from '../parts/chip.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { type FilterOption, FilterSelect } from '../parts/filter-select.tsx'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'
import { SearchBox } from '../parts/search-box.tsx'
import type { ChoiceNames } from '../parts/use-choices.ts'
import styles from './record-filter-bar.module.css'
import {
  type ChangeQuery,
  CLEARED,
  filterChips,
  isListFiltered,
  PERIOD_WORDS,
  type RecordQuery,
  SORT_WORDS,
  STATE_WORDS,
} from './record-filters.ts'

const KINDS = optionsOf(KIND_WORDS)
const TYPES = optionsOf(NOTIFICATION_TYPE_WORDS)
const STATES = plainOptions(STATE_WORDS)

export function RecordFilterBar({
  query,
  change,
  choices,
  names,
  onClear,
  total,
}: {
  query: RecordQuery
  change: ChangeQuery
  choices: Choices | undefined
  names: ChoiceNames | undefined
  onClear: () => void
  total: number | undefined
}) {
  const chips = filterChips(query, names)
  return (
    <div className={styles.bar}>
      <FilterBar
        label="Find records"
        isFiltered={isListFiltered(query)}
        onClear={onClear}
        summary={total === undefined ? 'Looking…' : counted(total, 'record')}
      >
        <SearchBox
          label="Search words or a number"
          value={query.q}
          onSearch={(q) => change({ q }, { isTyped: true })}
        />
        <FilterSelect
          label="Kind"
          any="Any kind"
          value={query.kind}
          options={KINDS}
          onPick={(kind) => change({ kind, ...(kind !== 'notification' && { notification_type: '' }) })}
        />
        {query.kind === 'notification' && (
          <FilterSelect
            label="Notification type"
            any="Any type"
            value={query.notification_type}
            options={TYPES}
            onPick={(notification_type) => change({ notification_type })}
          />
        )}
        <FilterSelect
          label="State"
          any="Any state"
          value={query.state}
          options={STATES}
          onPick={(state) => change({ state })}
        />
        <FilterSelect
          label="Cloud"
          any="Any cloud"
          value={query.cloud}
          options={(choices?.clouds ?? []).map(({ machine_name, title }) => ({
            value: machine_name,
            name: title,
          }))}
          onPick={(cloud) => change({ cloud })}
        />
        <FilterSelect
          label="Status"
          any="Any status"
          value={query.status}
          options={(choices?.statuses ?? []).map(({ id, name }) => ({ value: String(id), name }))}
          onPick={(status) => change({ status })}
        />
        <FilterSelect
          label="Severity"
          any="Any severity"
          value={query.severity}
          options={(choices?.severities ?? []).map(({ tid, name }) => ({ value: String(tid), name }))}
          onPick={(severity) => change({ severity })}
        />
      </FilterBar>
      <MoreFilters query={query} change={change} choices={choices} />
      {chips.length > 0 && (
        <Chips label="Active filters">
          {chips.map(({ words, clears }) => (
            <Chip
              key={words}
              onRemove={() => change(Object.fromEntries(clears.map((name) => [name, CLEARED[name] ?? ''])))}
              removeLabel={`Remove filter ${words}`}
            >
              {words}
            </Chip>
          ))}
        </Chips>
      )}
    </div>
  )
}

const MORE = ['service', 'data_center', 'created_by', 'edited_by', 'since', 'until'] as const

function MoreFilters({
  query,
  change,
  choices,
}: {
  query: RecordQuery
  change: ChangeQuery
  choices: Choices | undefined
}) {
  const isSet = MORE.some((name) => query[name] !== '')
  const [isOpen, setOpen] = useState(isSet)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More filters: service, data center, author, date</summary>
      <search className={styles.controls} aria-label="More filters">
        <FilterSelect
          label="Service"
          any="Any service"
          value={query.service}
          options={choices === undefined ? [] : serviceOptions(choices, query.cloud)}
          onPick={(service) => change({ service })}
        />
        <FilterSelect
          label="Data center"
          any="Any data center"
          value={query.data_center}
          options={choices === undefined ? [] : centerOptions(choices, query.cloud)}
          onPick={(data_center) => change({ data_center })}
        />
        <FilterSelect
          label="Created by"
          any="Created by anyone"
          value={query.created_by}
          options={authorOptions(choices, 'Created by')}
          onPick={(created_by) => change({ created_by })}
        />
        <FilterSelect
          label="Last edited by"
          any="Last edited by anyone"
          value={query.edited_by}
          options={authorOptions(choices, 'Last edited by')}
          onPick={(edited_by) => change({ edited_by })}
        />
        <Dates query={query} change={change} />
      </search>
    </details>
  )
}

const CUSTOM = 'custom'

function Dates({ query: { date, since, until }, change }: { query: RecordQuery; change: ChangeQuery }) {
  const [isCustom, setCustom] = useState(false)
  const isPeriod = until === '' && Object.hasOwn(PERIOD_WORDS, since)
  const hasDays = !isPeriod && (since !== '' || until !== '')
  const period = isPeriod ? since : hasDays || isCustom ? CUSTOM : ''
  return (
    <>
      <FilterSelect
        label="Period"
        any="Any time"
        value={period}
        options={[...plainOptions(PERIOD_WORDS), { value: CUSTOM, name: 'Days…' }]}
        onPick={(picked) => {
          setCustom(picked === CUSTOM)
          change({ since: picked === CUSTOM ? '' : picked, until: '', ...(picked === '' && { date: '' }) })
        }}
      />
      {period !== '' && (
        <FilterSelect
          label="Date"
          any="Last change"
          value={date === 'changed' ? '' : date}
          options={[{ value: 'start', name: 'Start' }]}
          onPick={(picked) => change({ date: picked })}
        />
      )}
      {period === CUSTOM && (
        <div className={styles.days}>
          <DayField label="First day, UTC" value={since} onChange={(day) => change({ since: day })} />
          <DayField label="Last day, UTC" value={until} onChange={(day) => change({ until: day })} />
        </div>
      )}
    </>
  )
}

/** On phones it is the only way to sort; elsewhere the column headers sort, too. */
export function SortSelect({ query, change }: { query: RecordQuery; change: ChangeQuery }) {
  return (
    <FilterSelect
      label="Sort by"
      any={SORT_WORDS['-changed']}
      value={query.sort === '-changed' ? '' : query.sort}
      options={plainOptions(SORT_WORDS).filter(({ value }) => value !== '-changed')}
      onPick={(sort) => change({ sort })}
    />
  )
}

export function serviceOptions(choices: Choices, machineName = ''): FilterOption[] {
  const cloud = choices.clouds.find(({ machine_name }) => machine_name === machineName)
  const titles = new Map(choices.clouds.map(({ id, title }) => [id, title]))
  return choices.service_categories
    .filter(({ cloud_id }) => cloud === undefined || cloud_id === cloud.id)
    .flatMap(({ cloud_id, title, services }) =>
      services.map(({ tid, name, is_retired }) => ({
        value: String(tid),
        name: retired(name, is_retired),
        group: `${titles.get(cloud_id) ?? ''} · ${title}`,
      })),
    )
}

export function centerOptions(choices: Choices, machineName = ''): FilterOption[] {
  const cloud = choices.clouds.find(({ machine_name }) => machine_name === machineName)
  return choices.regions.flatMap(({ title, data_centers }) =>
    data_centers
      .filter(({ clouds }) => cloud === undefined || clouds.includes(cloud.id))
      .map(({ tid, name, is_retired }) => ({
        value: String(tid),
        name: retired(name, is_retired),
        group: title,
      })),
  )
}

function retired(name: string, isRetired: boolean) {
  return isRetired ? `${name} (retired)` : name
}

function authorOptions(choices: Choices | undefined, words: string): FilterOption[] {
  return [
    { value: 'me', name: `${words} me` },
    { value: 'programs', name: `${words} programs` },
    ...(choices?.staff ?? []).map(({ uid, name }) => ({ value: String(uid), name: `${words} ${name}` })),
  ]
}

function optionsOf(words: Record<string, { many: string }>): FilterOption[] {
  return Object.entries(words).map(([value, { many }]) => ({ value, name: many }))
}

function plainOptions(words: Readonly<Record<string, string>>): FilterOption[] {
  return Object.entries(words).map(([value, name]) => ({ value, name }))
}
