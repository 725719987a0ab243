import { type FormEvent, useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { FoldButton } from '../parts/fold-button.tsx'
import { isMeant } from '../parts/is-meant.ts'
import styles from './data-center-filter.module.css'
import type { DataCenterGroup } from './filters-in-force.ts'
import { HiddenFilters } from './hidden-filters.tsx'

const MANY = 12

interface FilterProps {
  groups: readonly DataCenterGroup[]
  query: ListQuery
  path: string
}

/** L-06: each choice applies immediately; without scripts a button submits them. */
export function DataCenterFilter({ groups, query, path }: FilterProps) {
  const { ref, isOpen, onToggle } = useDisclosure({ closesOnNavigation: false })
  const { chosen, choose } = useChosen(query, path)
  const offered = groups.flatMap(({ options }) => options.map(({ value }) => value))
  return (
    <details ref={ref} className={styles.filter} open={isOpen} onToggle={onToggle}>
      <FoldButton>
        Data centers
        {chosen.size > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {chosen.size}
            </span>
            <span className="hidden">, {chosen.size} chosen</span>
          </>
        )}
      </FoldButton>
      {/* Pressing a label focuses its nearest focusable ancestor. That must not be the page: it would close this. */}
      <form className={styles.panel} tabIndex={-1} method="get" action={path} onSubmit={stay}>
        <HiddenFilters query={{ ...query, page: 0, dataCenters: [] }} />
        <Groups groups={groups} isSearchable={offered.length > MANY} chosen={chosen} choose={choose} />
        <div className={styles.foot}>
          <button type="submit" className="button primary">
            Apply
          </button>
          {query.dataCenters.length > 0 && (
            <Link
              to={listAddress(path, { ...query, page: 0, dataCenters: [] })}
              preventScrollReset
              onClick={() => ref.current?.querySelector('summary')?.focus()}
            >
              Clear
            </Link>
          )}
        </div>
      </form>
    </details>
  )
}

/** With scripts every choice is already applied; Enter in the search field must not reload the page. */
function stay(event: FormEvent) {
  event.preventDefault()
}

function useChosen(query: ListQuery, path: string) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(query.dataCenters))
  useEffect(() => setChosen(new Set(query.dataCenters)), [query])

  function choose(id: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
    const dataCenters = [...next].sort((a, b) => a - b)
    void navigate(listAddress(path, { ...query, page: 0, dataCenters }), { preventScrollReset: true })
  }
  return { chosen, choose }
}

function Groups({
  groups,
  isSearchable,
  chosen,
  choose,
}: {
  groups: readonly DataCenterGroup[]
  isSearchable: boolean
  chosen: ReadonlySet<number>
  choose: (id: number, isChosen: boolean) => void
}) {
  const [searched, setSearched] = useState('')
  const searchId = useId()
  const found = groups
    .map(({ label, options }) => ({
      label,
      options: options.filter(({ label: name }) => isMeant(searched, { name, city: '' })),
    }))
    .filter(({ options }) => options.length > 0)
  return (
    <>
      {isSearchable && (
        <div className={styles.search}>
          <label className="hidden" htmlFor={searchId}>
            Find a data center
          </label>
          <input
            id={searchId}
            type="search"
            placeholder="Find a data center"
            autoComplete="off"
            value={searched}
            onChange={(event) => setSearched(event.currentTarget.value)}
          />
        </div>
      )}
      <div className={styles.groups}>
        {found.length === 0 && <p>No data center has this name.</p>}
        {found.map(({ label, options }) => (
          <fieldset key={label}>
            <legend>{label}</legend>
            {options.map(({ value, label: name }) => (
              <label key={value} className={styles.option}>
                <input
                  type="checkbox"
                  name="datacenter"
                  value={value}
                  checked={chosen.has(value)}
                  onChange={(event) => choose(value, event.currentTarget.checked)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  )
}
