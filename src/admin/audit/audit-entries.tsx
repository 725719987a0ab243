import { Link } from 'react-router'
import type { AuditEntry } from '../../contract/admin/audit.ts'
import { Moment } from '../../ui/times/moment.tsx'
import styles from './audit-entries.module.css'
import { ChangeList } from './change-list.tsx'
import { EntityLink } from './entity-link.tsx'
import { fieldName } from './field-changes.ts'

/** Z-06 */
export function AuditEntries({
  entries,
  names,
  label,
  isAboutOne = false,
  isStale = false,
}: {
  entries: readonly AuditEntry[]
  /** Of what the changed fields refer to. */
  names: Readonly<Record<string, string>>
  label: string
  /** All entries are about the same thing, so it isn't named. */
  isAboutOne?: boolean
  isStale?: boolean
}) {
  return (
    <ol className={styles.entries} aria-label={label} aria-busy={isStale || undefined}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.when}>
            <Moment at={entry.at} precision="second" />
          </p>
          <div className={styles.what}>
            <p>
              <strong>{fieldName(entry.action)}</strong>
              {!isAboutOne && (
                <>
                  {' '}
                  <EntityLink entity={entry.entity} id={entry.entity_id} name={entry.entity_name} />
                </>
              )}
              <span className={styles.who}>
                {' '}
                by <ActorName actor={entry.actor} />
              </span>
            </p>
            <ChangeList before={entry.before} after={entry.after} names={names} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function ActorName({ actor: { uid, name, by } }: Pick<AuditEntry, 'actor'>) {
  const isNamed = name !== by
  return (
    <>
      {uid === null ? name : <Link to={`/admin/audit?who=${uid}`}>{name}</Link>}
      {isNamed && ` (${by})`}
    </>
  )
}
