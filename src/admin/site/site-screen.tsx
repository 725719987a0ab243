import { Link } from 'react-router'
import type { PartOverview } from '../../contract/admin/site/overview.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { type SitePart, sitePartsFor } from './site-parts.ts'
import styles from './site-screen.module.css'

/** Z-04: the parts that the user may edit, and the latest changes. */
export function SiteScreen() {
  const { roles } = useStaff()
  const { called } = useStaffAnswer('GET /api/admin/site', { input: {}, because: '' })
  const overviews = called?.kind === 'done' ? called.answer.data : []
  const groups = sitePartsFor(roles)
  return (
    <Screen
      title="Site content"
      lead="Everything on the site that is not a record. Changes apply immediately."
    >
      {groups.length === 0 && <EmptyState title="Your role can’t edit anything here." />}
      <div className={styles.groups}>
        {groups.map(({ title, parts }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {parts.map((part) => (
                <Part
                  key={part.name}
                  part={part}
                  overview={overviews.find((overview) => overview.part === part.name)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Screen>
  )
}

function Part({ part, overview }: { part: SitePart; overview: PartOverview | undefined }) {
  return (
    <li className={styles.part}>
      <Link to={`/admin/site/${part.name}`} className={styles.link}>
        <span className={styles.name}>{part.title}</span>
        <span className={styles.about}>{part.about}</span>
      </Link>
      <p className={styles.count}>{overview?.count?.toLocaleString('en-US')}</p>
      <p className={styles.changed}>
        {overview?.changed_at != null && (
          <>
            Changed <Moment at={overview.changed_at} precision="minute" />
            {overview.changed_by !== null && ` by ${overview.changed_by}`}
          </>
        )}
      </p>
    </li>
  )
}
