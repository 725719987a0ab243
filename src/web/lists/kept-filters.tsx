import { type ListQuery, listAddress } from '../../domain/list-query.ts'

/** A form sends only its own fields: what else the address asks for goes along unseen. */
export function KeptFilters({ query }: { query: ListQuery }) {
  const { searchParams } = new URL(listAddress('/', query), 'https://site.invalid')
  return [...searchParams].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
