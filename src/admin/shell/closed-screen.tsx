import { Link } from 'react-router'
import type { Role } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { Screen } from './screen.tsx'
import { useStaff } from './staff.ts'

/** Z-05 */
export function ClosedScreen({ name, roles }: { name: string; roles: readonly Role[] }) {
  const own = useStaff().roles.map((role) => ROLE_WORDS[role].name)
  return (
    <Screen
      title={name}
      lead={
        <>
          This screen is for the {roles.length === 1 ? 'role' : 'roles'} {listed(roles, 'or')}. You are signed
          in as {own.join(' and ')}.
        </>
      }
    >
      <p>
        If you need it, ask an administrator{roles.length === 1 ? ' for it' : ' for one of these roles'}.{' '}
        <Link to="/admin/dashboard">Go to the dashboard</Link>
      </p>
    </Screen>
  )
}

function listed(roles: readonly Role[], word: string) {
  const names = roles.map((role) => ROLE_WORDS[role].name)
  const last = names.pop()
  return names.length === 0 ? last : `${names.join(', ')} ${word} ${last}`
}
