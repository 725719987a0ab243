import type { ComponentProps } from 'react'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import styles from './not-loaded-page.module.css'
import { SectionedPage } from './sectioned-page.tsx'

export function NotLoadedPage({ title, ...failed }: { title: string } & ComponentProps<typeof NotLoaded>) {
  return (
    <SectionedPage title={title}>
      <div className={styles.failed}>
        <NotLoaded {...failed} />
      </div>
    </SectionedPage>
  )
}
