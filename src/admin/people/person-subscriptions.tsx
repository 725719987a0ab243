import type { PersonDetails } from '../../contract/admin/people.ts'
import { counted } from '../../ui/parts/words.ts'
import { DefinitionList } from '../parts/definition-list.tsx'
import styles from './person-roles.module.css'

/** Z-05: how much somebody wants to hear of. What exactly is theirs to know. */
export function PersonSubscriptions({ details }: { details: PersonDetails }) {
  const { total, by_scope } = details.subscriptions
  if (total === 0) return <p className={styles.none}>Subscribed to nothing.</p>
  return (
    <>
      <p>{counted(total, 'subscription')}</p>
      <DefinitionList
        items={by_scope.map(({ scope, count }) => ({ term: SCOPE_WORDS[scope] ?? scope, detail: count }))}
      />
    </>
  )
}

const SCOPE_WORDS: Record<string, string> = {
  maintenance: 'All maintenance of a cloud',
  advisory: 'All advisories of a cloud',
  core_cloud_services: 'All services of a cloud',
  datacenter: 'All data centers of a cloud',
  premium_datacenters: 'All premium data centers of a cloud',
  service: 'Single services',
  region: 'Regions',
  data_center: 'Single data centers',
  term: 'Single notification categories',
  terms: 'All notification categories',
}
