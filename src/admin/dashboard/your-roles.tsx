import { Link } from 'react-router'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { newRecordPath, newRecordWords, sortsFor } from '../records/record-sorts.ts'
import { useStaff } from '../shell/staff.ts'
import { DeskSection } from './desk-section.tsx'
import { siteWorkFor } from './site-work.ts'
import styles from './your-roles.module.css'

/** who one is here, what that lets one do, and where. */
export function YourRoles() {
  const { roles } = useStaff()
  const sorts = sortsFor(roles)
  const pages = siteWorkFor(roles)
  return (
    <DeskSection title="What you may do here">
      <ul className={styles.roles}>
        {roles.map((role) => (
          <li key={role}>
            <strong>{ROLE_WORDS[role].name}</strong>. May {ROLE_WORDS[role].may}.
          </li>
        ))}
      </ul>
      {sorts.length + pages.length > 0 && (
        <ul className={styles.ways} aria-label="Begin">
          {sorts.map((sort) => (
            <li key={sort.many}>
              <Link to={newRecordPath(sort)}>{newRecordWords(sort)}</Link>
            </li>
          ))}
          {pages.map(({ path, name }) => (
            <li key={path}>
              <Link to={path}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </DeskSection>
  )
}
