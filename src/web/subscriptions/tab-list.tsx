import type { ComponentProps } from 'react'
import { TabRow } from '../../ui/parts/tabs.tsx'
import styles from './tab-list.module.css'

export interface Tab {
  id: string
  name: string
  /** Number of subscriptions behind the tab; undefined until known. */
  count?: number | undefined
}

export function TabList({
  tabs,
  ...row
}: Omit<ComponentProps<typeof TabRow<string>>, 'tabs' | 'activation'> & { tabs: readonly Tab[] }) {
  return (
    <TabRow
      {...row}
      activation="manual"
      tabs={tabs.map((tab) => ({ ...tab, note: 'count' in tab && <TabCount count={tab.count} /> }))}
    />
  )
}

function TabCount({ count = 0 }: { count: number | undefined }) {
  return (
    <span className={styles.count}>
      {count > 0 && (
        <>
          {count.toLocaleString('en-US')}
          <span className="hidden"> subscribed</span>
        </>
      )}
    </span>
  )
}
