import { Link } from 'react-router'
import { can } from '../../domain/access.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { useStaff } from '../shell/staff.ts'
import { newRecordPath, newRecordWords, sortsFor } from './record-sorts.ts'

/** Z-05: what one may begin here; with a single sort there is nothing to choose. */
export function NewRecordMenu() {
  const { roles } = useStaff()
  const sorts = sortsFor(roles)
  // The new incident above is the one that cannot wait.
  const look = can(roles, 'edit-incidents') ? 'plain' : 'primary'
  const [only] = sorts
  if (only === undefined) return null
  if (sorts.length === 1) {
    return (
      <Link to={newRecordPath(only)} className="button primary">
        {newRecordWords(only)}
      </Link>
    )
  }
  return (
    <ActionMenu words="New record" look={look}>
      {sorts.map((sort) => (
        <Link key={sort.many} to={newRecordPath(sort)}>
          {sort.one}
        </Link>
      ))}
    </ActionMenu>
  )
}
