import { Link } from 'react-router'
import { Screen } from './screen.tsx'

export function MissingScreen() {
  return (
    <Screen title="There is no such screen" lead="The address may be wrong, or of an older version.">
      <p>
        <Link to="/admin/dashboard">Go to the dashboard</Link>
      </p>
    </Screen>
  )
}
