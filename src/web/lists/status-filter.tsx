import { useNavigate } from 'react-router'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { KeptFilters } from './kept-filters.tsx'
import styles from './status-filter.module.css'

/** L-02. Picking a status starts at its first page and keeps the other filters. Without scripts it is a form with a button. */
export function StatusFilter({
  path,
  statuses,
  query,
}: {
  path: string
  statuses: readonly { id: number; name: string }[]
  query: ListQuery
}) {
  const navigate = useNavigate()
  const { category } = query
  const others = { ...query, page: 0, category: undefined }
  const show = (picked: string) =>
    navigate(listAddress(path, { ...others, category: picked === '' ? undefined : Number(picked) }), {
      preventScrollReset: true,
    })
  return (
    <form className={styles.filter} method="get" action={path}>
      <KeptFilters query={others} />
      <SelectField
        name="category"
        label="Status"
        value={category ?? ''}
        onPick={show}
        className={styles.field}
      >
        <option value="">All Statuses</option>
        {statuses.map((status) => (
          <option key={status.id} value={status.id}>
            {status.name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className={`button ${styles.show}`}>
        Show
      </button>
    </form>
  )
}
