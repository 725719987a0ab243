import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useScrollHints } from '../../ui/parts/use-scroll-hints.ts'
import { nextTab } from './next-tab.ts'
import styles from './tab-list.module.css'

export interface Tab {
  id: string
  name: string
  /** How many of what is behind it the reader has; undefined until that is known. */
  count?: number | undefined
}

/**
 * Tabs of which one is selected. The keyboard comes to that one and goes on by arrows; Enter or Space selects, since
 * what is behind a tab may have to be read first.
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
  /** Told to `TabPanel` too; it keeps the lists of a page apart. */
  name: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  /** One below the other. */
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

/** Its room is there before it is. */
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

/** What belongs on the panel of the tab that is selected. */
export function tabPanel(name: string, selected: string) {
  return { id: panelId(name), role: 'tabpanel', 'aria-labelledby': tabId(name, selected) } as const
}

function tabId(name: string, id: string) {
  return `${name}-tab-${id}`
}

function panelId(name: string) {
  return `${name}-panel`
}

/** Sideways alone: the page stays where it is. */
function useSelectedInView(list: React.RefObject<HTMLElement | null>, selected: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (row == null || tab == null) return
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [list, selected])
}
