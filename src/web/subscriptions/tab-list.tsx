import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { nextTab } from '../../ui/parts/next-tab.ts'
import { useScrollHints } from '../../ui/parts/use-scroll-hints.ts'
import styles from './tab-list.module.css'

export interface Tab {
  id: string
  name: string
  /** Number of subscriptions behind the tab; undefined until known. */
  count?: number | undefined
}

/**
 * Tabs with manual activation: arrow keys move the focus, Enter or Space selects, since a tab may have to load first.
 */
export function TabList({
  label,
  name,
  tabs,
  selected,
  onSelect,
  isColumn = false,
}: {
  label: string
  /** Same as in `tabPanel`; distinguishes the lists of a page. */
  name: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  isColumn?: boolean
}) {
  const list = useRef<HTMLDivElement>(null)
  const more = useScrollHints(list)
  useSelectedInView(list, selected)

  function onKeyDown(event: KeyboardEvent) {
    const focused = tabs.findIndex(({ id }) => tabId(name, id) === document.activeElement?.id)
    const next = tabs[nextTab(event.key, { focused, count: tabs.length, isColumn }) ?? -1]
    if (next === undefined) return
    event.preventDefault()
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
            {'count' in tab && <TabCount count={tab.count} />}
          </button>
        ))}
      </div>
    </div>
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
function useSelectedInView(list: React.RefObject<HTMLElement | null>, selected: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row == null || tab == null) return
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [list, selected])
}
