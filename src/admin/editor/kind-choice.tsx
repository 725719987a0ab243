import { Link } from 'react-router'
import { can, capabilityToEdit } from '../../domain/access.ts'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import styles from './kind-choice.module.css'
import { KINDS, NOTIFICATION_TYPES } from './kinds.ts'

/** What to write, for whoever came without saying so. */
export function KindChoice({ isPart = false }: { isPart?: boolean }) {
  const { roles } = useStaff()
  const kinds = KINDS.filter((kind) => kind !== 'notification').map((kind) => ({
    sort: { kind, notificationType: null },
    path: `/admin/records/new?kind=${kind}`,
    name: KIND_WORDS[kind].one,
  }))
  const notifications = NOTIFICATION_TYPES.map((type) => ({
    sort: { kind: 'notification' as const, notificationType: type },
    path: `/admin/records/new?kind=notification&notification_type=${type}`,
    name: NOTIFICATION_TYPE_WORDS[type].one,
  }))
  const offered = [...kinds, ...notifications].filter(({ sort }) => can(roles, capabilityToEdit(sort)))
  const list = (
    <ul className={styles.kinds}>
      {offered.map(({ path, name }) => (
        <li key={path}>
          <Link to={path} className="button">
            {name}
          </Link>
        </li>
      ))}
      {offered.length === 0 && <li>Your role writes no records.</li>}
    </ul>
  )
  if (isPart) return list
  return (
    <Screen title="New record" lead="What is it?">
      {list}
    </Screen>
  )
}
