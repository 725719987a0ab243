import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { nextTab } from '../../ui/parts/next-tab.ts'
import styles from './tabs.module.css'

interface Tab<N extends string> {
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
  tabs: readonly Tab<N>[]
  current: N
  onPick: (name: N) => void
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === current)
    const to = nextTab(event.key, { focused: at, count: tabs.length })
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || tab === undefined) return
    event.preventDefault()
    onPick(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div ref={list} className={styles.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            className={styles.tab}
            aria-selected={name === current}
            aria-controls={name === current ? `${id}panel` : undefined}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onPick(name)}
          >
            {title}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${current}`} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
