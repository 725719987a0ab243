import { useNavigate } from 'react-router'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import styles from './status-filter.module.css'

/** L-02. Picking a status starts at its first page. Without scripts it is a form with a button. */
export function StatusFilter({
  path,
  statuses,
  category,
}: {
  path: string
  statuses: readonly { id: number; name: string }[]
  category: number | undefined
}) {
  const navigate = useNavigate()
  const show = (picked: string) =>
    navigate(listAddress(path, { ...WHOLE_LIST, category: picked === '' ? undefined : Number(picked) }))
  return (
    <form className={styles.filter} method="get" action={path}>
      <label htmlFor="status-filter">Status</label>
      <select
        id="status-filter"
        name="category"
        value={category ?? ''}
        onChange={(event) => show(event.currentTarget.value)}
      >
        <option value="">All Statuses</option>
        {statuses.map((status) => (
          <option key={status.id} value={status.id}>
            {status.name}
          </option>
        ))}
      </select>
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}
