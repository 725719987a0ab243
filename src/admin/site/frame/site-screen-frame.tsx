import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Screen } from '../../shell/screen.tsx'
import styles from './site-screen-frame.module.css'

export function SiteScreenFrame({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Screen
      title={title}
      lead={
        <>
          {lead !== undefined && <span className={styles.lead}>{lead}</span>}
          <Link to="/admin/site" className={styles.back}>
            All site content
          </Link>
        </>
      }
      actions={actions}
    >
      {children}
    </Screen>
  )
}
