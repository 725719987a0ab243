import { Link } from 'react-router'
import { Screen } from './screen.tsx'

export function MissingScreen() {
  return (
    <Screen title="Screen not found" lead="The address may be wrong or from an older version.">
      <p>
        <Link to="/admin/dashboard">Go to the dashboard</Link>
      </p>
    </Screen>
  )
}
