import { type ListQuery, listAddress } from '../../domain/list-query.ts'

export function HiddenFilters({ query }: { query: ListQuery }) {
  const { searchParams } = new URL(listAddress('/', query), 'https://site.invalid')
  return [...searchParams].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
