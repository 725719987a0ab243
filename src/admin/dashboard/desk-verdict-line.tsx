import type { Dashboard } from '../../contract/admin/dashboard.ts'
import tones from '../../ui/parts/tone.module.css'
import { deskVerdict } from './desk-verdict.ts'
import styles from './desk-verdict-line.module.css'

/** Screen readers announce changes. */
export function DeskVerdictLine({ dashboard }: { dashboard: Dashboard }) {
  const { tone, said, waits } = deskVerdict(dashboard)
  return (
    <p className={`${tones.tone} ${styles.verdict}`} data-tone={tone} role="status">
      <strong>{said}</strong> {waits.join(' ')}
    </p>
  )
}
