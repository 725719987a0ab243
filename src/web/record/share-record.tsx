import { ShareLink } from '../parts/share-link.tsx'
import styles from './share-record.module.css'

/** Without scripts, the browser's own menu does both. */
export function ShareRecord({ title, path }: { title: string; path: string }) {
  return (
    <div className={styles.share}>
      <ShareLink title={title} path={path} />
      <button type="button" className="button" onClick={() => window.print()}>
        Print
      </button>
    </div>
  )
}
