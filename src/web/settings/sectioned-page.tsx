import type { ReactNode } from 'react'
import { PageHead } from '../parts/page-head.tsx'
import styles from './sectioned-page.module.css'

export function SectionedPage({
  title,
  lead,
  index,
  children,
}: {
  title: string
  lead?: ReactNode
  index?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className={styles.columns} data-index={index === undefined ? undefined : ''}>
        {index}
        <div>{children}</div>
      </div>
    </>
  )
}
