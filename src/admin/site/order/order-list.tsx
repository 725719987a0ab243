import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { moved, placeUnder } from './moved.ts'
import styles from './order-list.module.css'

export interface Ordered {
  id: number
  name: string
}

export function OrderList<T extends Ordered>({
  label,
  items,
  look = 'line',
  onOrder,
  children,
}: {
  label: string
  /** `fields`: items need the full width on phones. `tall`: they are also taller than a few lines. */
  look?: 'line' | 'fields' | 'tall'
  items: readonly T[]
  onOrder: (ids: number[], moved: T) => void
  children: (item: T) => ReactNode
}) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const drag = useDrag(list, move)

  function move(from: number, to: number) {
    const item = items[from]
    const at = Math.max(0, Math.min(to, items.length - 1))
    if (item === undefined || at === from) return
    setSaid(`${item.name}: place ${at + 1} of ${items.length}.`)
    onOrder(
      moved(items, from, at).map(({ id }) => id),
      item,
    )
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const to = placeAfterKey(event.key, index, items.length)
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
  }

  return (
    <div className={styles.order}>
      <ol ref={list} aria-label={label} className={styles.list} data-look={look}>
        {items.map((item, index) => (
          <li key={item.id} className={styles.row} data-dragged={drag.dragged === index ? '' : undefined}>
            <button
              type="button"
              className={styles.grip}
              aria-label={`Move ${item.name}`}
              title="Drag, or press the arrow keys"
              disabled={items.length < 2}
              onKeyDown={(event) => onKeyDown(event, index)}
              {...drag.of(index)}
            >
              <svg viewBox="0 0 10 16" aria-hidden="true" focusable="false">
                <path d="M2.500 3h.01M7.500 3h.01M2.500 8h.01M7.500 8h.01M2.500 13h.01M7.500 13h.01" />
              </svg>
            </button>
            <div className={styles.thing}>{children(item)}</div>
            <Step
              words={`Move ${item.name} up`}
              isUp
              isOff={index === 0}
              onStep={() => move(index, index - 1)}
            />
            <Step
              words={`Move ${item.name} down`}
              isOff={index === items.length - 1}
              onStep={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="hidden">
        {said}
      </p>
    </div>
  )
}

function Step({
  words,
  isUp = false,
  isOff,
  onStep,
}: {
  words: string
  isUp?: boolean
  isOff: boolean
  onStep: () => void
}) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={words}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onStep()}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={isUp ? 'm3 10 5-5 5 5' : 'm3 6 5 5 5-5'} />
      </svg>
    </button>
  )
}

function placeAfterKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return index - 1
    case 'ArrowDown':
      return index + 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function useDrag(list: { current: HTMLOListElement | null }, onDrop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const held = useRef<Hold>(undefined)
  useEffect(() => () => held.current?.keys.abort(), [])

  function rowsOf(): HTMLElement[] {
    return [...(list.current?.children ?? [])] as HTMLElement[]
  }

  function end(isDropped: boolean) {
    const hold = held.current
    held.current = undefined
    for (const row of rowsOf()) row.style.transform = ''
    setDragged(undefined)
    hold?.keys.abort()
    if (hold !== undefined && isDropped) onDrop(hold.from, hold.to)
  }

  function onEscape(event: globalThis.KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }

  function show() {
    const hold = held.current
    if (hold === undefined) return
    const own = hold.rows[hold.from]
    const height = own === undefined ? 0 : own.bottom - own.top
    rowsOf().forEach((row, index) => {
      if (index === hold.from) return
      const isPassedDown = index > hold.from && index <= hold.to
      const isPassedUp = index < hold.from && index >= hold.to
      row.style.transform = isPassedDown
        ? `translateY(${-height}px)`
        : isPassedUp
          ? `translateY(${height}px)`
          : ''
    })
  }

  return {
    dragged,
    of: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const rows = rowsOf().map((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return { top, bottom }
        })
        // By signal: `onEscape` is another function after every render, so it could not be removed by name.
        const keys = new AbortController()
        held.current = { from: index, startY: event.clientY, rows, to: index, keys }
        setDragged(index)
        document.addEventListener('keydown', onEscape, { capture: true, signal: keys.signal })
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const hold = held.current
        if (hold === undefined) return
        const by = event.clientY - hold.startY
        const row = rowsOf()[hold.from]
        if (row !== undefined) row.style.transform = `translateY(${by}px)`
        hold.to = placeUnder(hold.rows, hold.from, by)
        show()
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  }
}

interface Hold {
  from: number
  startY: number
  rows: { top: number; bottom: number }[]
  to: number
  keys: AbortController
}
