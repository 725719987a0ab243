import { Link } from 'react-router'
import type { TemplatePurpose } from '../../contract/admin/templates.ts'
import { sortsFor } from '../records/record-sorts.ts'
import { useStaff } from '../shell/staff.ts'

/** Z-05: what somebody may keep beginnings of. An update is of a kind, whatever its type. */
export function NewTemplateLinks({ purpose }: { purpose: TemplatePurpose }) {
  return sortsFor(useStaff().roles).map(({ kind, notificationType, one }) => {
    const query = new URLSearchParams({ purpose, kind })
    if (notificationType !== null) query.set('notification_type', notificationType)
    return (
      <Link key={one} to={`/admin/templates/new?${query}`}>
        {one}
      </Link>
    )
  })
}
