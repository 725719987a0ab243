import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditQuery } from '../../contract/admin/audit.ts'
import { Chip } from '../parts/chip.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './audit-screen.module.css'
import { entityName } from './entity-link.tsx'
import { fieldName } from './field-changes.ts'

const NAMES = ['q', 'who', 'entity', 'entity_id', 'action', 'from', 'to'] as const
type Name = (typeof NAMES)[number]
type Asked = { [N in Name]?: string }

export function useAuditQuery() {
  const [params, setParams] = useSearchParams()
  const { query, isFiltered } = useQuery(NAMES)
  const isDay = (name: Name) => !['from', 'to'].includes(name) || /^\d{4}-\d\d-\d\d$/.test(query[name])
  const asked: Asked & AuditQuery = Object.fromEntries(
    NAMES.filter((name) => query[name] !== '' && isDay(name)).map((name) => [name, query[name]]),
  )
  const before = Number(params.get('before'))
  // Several fields may change before the address follows: each change builds on the previous one.
  const wanted = useRef(params)
  useEffect(() => {
    wanted.current = params
  }, [params])
  const change = (changes: Asked, { isTyped = false } = {}) => {
    const next = new URLSearchParams(wanted.current)
    next.delete('before')
    for (const [name, value] of Object.entries(changes)) {
      if (value === '' || value === undefined) next.delete(name)
      else next.set(name, value)
    }
    wanted.current = next
    setParams(next, { replace: isTyped, preventScrollReset: true })
  }
  return {
    asked: asked as Record<string, string>,
    query,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    change,
    isFiltered,
  }
}

export function AuditFilters({
  query,
  change,
  isFiltered,
}: Pick<ReturnType<typeof useAuditQuery>, 'query' | 'change' | 'isFiltered'>) {
  const { called } = useStaffAnswer('GET /api/admin/audit/choices', { input: {}, because: '' })
  const choices = called?.kind === 'done' ? called.answer.data : { entities: [], actions: [] }
  return (
    <FilterBar
      isFiltered={isFiltered}
      onClear={() => change({ q: '', who: '', entity: '', entity_id: '', action: '', from: '', to: '' })}
    >
      <SearchBox label="Words" value={query.q} onSearch={(q) => change({ q }, { isTyped: true })} />
      <SearchBox label="Who" value={query.who} onSearch={(who) => change({ who }, { isTyped: true })} />
      <FilterSelect
        label="Thing"
        any="Any object"
        value={query.entity}
        options={withChosen(choices.entities, query.entity).map((value) => ({
          value,
          name: entityName(value),
        }))}
        onPick={(entity) => change({ entity, entity_id: '' })}
      />
      <FilterSelect
        label="Action"
        any="Any action"
        value={query.action}
        options={withChosen(choices.actions, query.action).map((value) => ({
          value,
          name: fieldName(value),
        }))}
        onPick={(action) => change({ action })}
      />
      <div className={styles.days}>
        <DayField label="From" value={query.from} onChange={(from) => change({ from })} />
        <DayField label="to" value={query.to} onChange={(to) => change({ to })} />
      </div>
      {query.entity_id !== '' && (
        <Chip onRemove={() => change({ entity_id: '' })} removeLabel="Show all">
          {entityName(query.entity)} {query.entity_id}
        </Chip>
      )}
    </FilterBar>
  )
}

/** Keeps a value from the address in the list, even if the log no longer has it. */
function withChosen(choices: readonly string[], chosen: string) {
  return chosen === '' || choices.includes(chosen) ? choices : [chosen, ...choices]
}
