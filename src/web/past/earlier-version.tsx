import { hasPast } from '../../domain/log/past-address.ts'
import { useRoot } from '../../ui/root-data.ts'
import { useCurrentPath } from '../shell/use-page-state.ts'
import { usePast } from './past-context.ts'
import { PastPicker } from './past-picker.tsx'
import styles from './past-strip.module.css'

/**
 * In the footer of pages that can be shown as they were. Backup sites can't look up earlier versions, which
 * come from the database.
 */
export function EarlierVersion() {
  const { menu, isTrustDR } = useRoot().global
  const path = useCurrentPath()
  const past = usePast()
  if (isTrustDR || past !== undefined || !hasPast(menu, path)) return null
  return (
    <details className={styles.other}>
      <summary>See this page as it was</summary>
      <PastPicker path={path} />
    </details>
  )
}
