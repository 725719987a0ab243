import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { nextTab } from './next-tab.ts'
import styles from './tabs.module.css'
import { useScrollHints } from './use-scroll-hints.ts'

export interface TabOffered<N extends string> {
  id: N
  name: string
  note?: ReactNode
}

/** The panel is elsewhere, and gets what `tabPanel` returns for the same `name`. */
export function TabRow<N extends string>({
  label,
  name,
  tabs,
  selected,
  activation,
  isColumn = false,
  onSelect,
}: {
  label: string
  /** Distinguishes the rows of tabs of a page. */
  name: string
  tabs: readonly TabOffered<N>[]
  selected: N
  /**
   * Arrow keys select a tab at once, or they only move the focus, and Enter or Space selects, since a tab may have to
   * load first.
   */
  activation: 'automatic' | 'manual'
  isColumn?: boolean
  onSelect: (id: N) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const more = useScrollHints(list)
  useSelectedInView(list, selected)

  function onKeyDown(event: KeyboardEvent) {
    const focused = tabs.findIndex(({ id }) => tabId(name, id) === document.activeElement?.id)
    const next = tabs[nextTab(event.key, { focused, count: tabs.length, isColumn }) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    if (activation === 'automatic') onSelect(next.id)
    document.getElementById(tabId(name, next.id))?.focus()
  }

  return (
    <div className={styles.frame} data-more={more} data-column={isColumn ? '' : undefined}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isColumn ? 'vertical' : 'horizontal'}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(name, tab.id)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === selected}
            aria-controls={panelId(name)}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.name}
            {tab.note}
          </button>
        ))}
      </div>
    </div>
  )
}

export function tabPanel(name: string, selected: string) {
  return { id: panelId(name), role: 'tabpanel', 'aria-labelledby': tabId(name, selected) } as const
}

function tabId(name: string, id: string) {
  return `${name}-tab-${id}`
}

function panelId(name: string) {
  return `${name}-panel`
}

/** Scrolls horizontally only, never the page. */
function useSelectedInView(list: RefObject<HTMLElement | null>, selected: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row == null || tab == null) return
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [list, selected])
}
