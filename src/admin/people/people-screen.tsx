import { Link } from 'react-router'
import { PEOPLE_FILTERS, type PeopleFilter, type PersonRow } from '../../contract/admin/people.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { PersonState } from './person-state.tsx'

/** Z-05 */
export function PeopleScreen() {
  const { query, change, page, isFiltered } = useQuery(['q', 'of'] as const)
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/people', {
    input: { ...(query.q !== '' && { q: query.q }), ...(isFilter(query.of) && { of: query.of }), page },
    because: '',
  })
  const total = called?.kind === 'done' ? called.answer.total : undefined
  return (
    <Screen
      title="People"
      lead="Staff use the employee login, which also gives them their roles. Customers sign in with a password and have no roles."
    >
      <FilterBar
        isFiltered={isFiltered}
        onClear={() => change({ q: '', of: '' })}
        summary={total === undefined ? undefined : counted(total, 'account')}
      >
        <SearchBox
          label="Address, name or number"
          value={query.q}
          onSearch={(q) => change({ q }, { isTyped: true })}
        />
        <FilterSelect
          label="Which accounts"
          any="Everyone"
          value={query.of}
          options={FILTERS}
          onPick={(of) => change({ of })}
        />
      </FilterBar>
      <Loaded called={called} onRetry={reload} lines={10}>
        {({ data, current_page, total_pages }) => (
          <>
            <DataTable
              label="Accounts"
              rows={data}
              rowKey={({ uid }) => uid}
              columns={COLUMNS}
              isStale={isStale}
              empty={
                <EmptyState title="No accounts match.">
                  Part of an address or name is enough, or an account number.
                </EmptyState>
              }
            />
            <Pager current={current_page} total={total_pages} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const FILTER_NAMES: Record<PeopleFilter, string> = {
  staff: 'Staff',
  customers: 'Customers',
  locked: 'Locked',
  unverified: 'Address not verified',
}
const FILTERS = PEOPLE_FILTERS.map((value) => ({ value, name: FILTER_NAMES[value] }))

function isFilter(name: string): name is PeopleFilter {
  return (PEOPLE_FILTERS as readonly string[]).includes(name)
}

const COLUMNS: readonly Column<PersonRow>[] = [
  {
    head: 'Name',
    isName: true,
    cell: ({ uid, name }) => (
      <Link to={`/admin/people/${uid}`}>
        <BreakableAddress address={name} />
      </Link>
    ),
  },
  {
    head: 'Address',
    cell: ({ email, name }) =>
      email === null || email === name ? null : <BreakableAddress address={email} />,
  },
  { head: 'State', cell: (person) => <PersonState person={person} /> },
  { head: 'Roles', cell: ({ roles }) => roles.map((role) => ROLE_WORDS[role].name).join(', ') || null },
  {
    head: 'Last sign-in',
    isNarrow: true,
    cell: ({ last_sign_in_at }) =>
      last_sign_in_at === null ? 'Never' : <Moment at={last_sign_in_at} precision="minute" />,
  },
  { head: 'Number', isFigure: true, isNarrow: true, cell: ({ uid }) => uid },
]
