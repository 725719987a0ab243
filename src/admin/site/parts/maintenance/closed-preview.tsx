import type { MaintenanceValues } from '../../../../contract/admin/site/settings.ts'
import { USUAL_MAINTENANCE_WORDS } from '../../../../domain/site-maintenance.ts'
import { useRoot } from '../../../../ui/root-data.ts'
import { ClosedWords } from '../../../../web/shell/maintenance-notice.tsx'
import styles from './closed-preview.module.css'

/** What readers will see, drawn by what draws it for them. */
export function ClosedPreview({ message, ends_at: endsAt }: MaintenanceValues) {
  const { provider } = useRoot().global
  return (
    <figure className={styles.preview}>
      <figcaption>What readers see on every page</figcaption>
      <div className={styles.page} inert>
        <ClosedWords
          level={2}
          message={message === '' ? USUAL_MAINTENANCE_WORDS : message}
          until={endsAt ?? undefined}
          provider={provider}
        />
      </div>
    </figure>
  )
}
