import { type ReactNode, useId } from 'react'
import { TabRow, tabPanel } from '../../ui/parts/tabs.tsx'
import styles from './tabs.module.css'

interface CountedTab<N extends string> {
  name: N
  title: string
  count?: number | undefined
}

export function Tabs<N extends string>({
  label,
  tabs,
  current,
  onPick,
  children,
}: {
  label: string
  tabs: readonly CountedTab<N>[]
  current: N
  onPick: (name: N) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.tabs}>
      <TabRow
        label={label}
        name={id}
        tabs={tabs.map(({ name, title, count }) => ({
          id: name,
          name: title,
          note: count !== undefined && <span className={styles.count}>{count}</span>,
        }))}
        selected={current}
        activation="automatic"
        onSelect={onPick}
      />
      <div {...tabPanel(id, current)} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
