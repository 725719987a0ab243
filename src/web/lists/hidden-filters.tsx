import { type ListQuery, listAddress } from '../../domain/list-query.ts'

/** A form only submits its own fields; the other filters go along as hidden ones. */
export function HiddenFilters({ query }: { query: ListQuery }) {
  const { searchParams } = new URL(listAddress('/', query), 'https://site.invalid')
  return [...searchParams].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
