import type { Choices } from '../../contract/admin/choices.ts'
import { counted } from '../../ui/parts/words.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { type FilterOption, FilterSelect } from '../parts/filter-select.tsx'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'
import { SearchBox } from '../parts/search-box.tsx'
import type { RecordFilter, RecordQuery } from './record-filters.ts'

const KINDS = optionsOf(KIND_WORDS)
const TYPES = optionsOf(NOTIFICATION_TYPE_WORDS)
const STATES: readonly FilterOption[] = [
  { value: 'open', name: 'Open' },
  { value: 'published', name: 'Published' },
  { value: 'changed', name: 'Changed, not published' },
  { value: 'approval', name: 'Waiting for approval' },
  { value: 'draft', name: 'Draft' },
  { value: 'scheduled', name: 'Scheduled' },
  { value: 'unpublished', name: 'Withdrawn' },
]

export function RecordFilterBar({
  query,
  change,
  choices,
  isFiltered,
  onClear,
  total,
}: {
  query: RecordQuery
  change: (changes: Partial<Record<RecordFilter, string>>, how?: { isTyped?: boolean }) => void
  choices: Choices | undefined
  isFiltered: boolean
  onClear: () => void
  total: number | undefined
}) {
  return (
    <FilterBar
      label="Find records"
      isFiltered={isFiltered}
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
  )
}

function optionsOf(words: Record<string, { many: string }>): FilterOption[] {
  return Object.entries(words).map(([value, { many }]) => ({ value, name: many }))
}
