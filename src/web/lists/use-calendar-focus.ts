import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { monthOf } from '../../domain/calendar/month.ts'
import type { ListQuery } from '../../domain/list-query.ts'
import { dayFromName, dayName } from '../../domain/time.ts'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { isPlainClick } from '../parts/is-plain-click.ts'
import { dayAfterKey } from './day-after-key.ts'
import type { MonthShown } from './month-shown.ts'

export function useCalendarFocus({
  shown,
  query,
  addressOf,
}: {
  shown: MonthShown
  query: ListQuery
  addressOf: (month: string) => string
}) {
  const navigate = useNavigate()
  const fold = useDisclosure({ closesOnNavigation: false })
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<string>(undefined)
  const hasStepped = useRef(false)
  const [focused, setFocused] = useState<string>()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const tabStop = tabStopOf(shown, query, focused)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may only exist once this month is shown.
  useEffect(() => {
    // Stepping to the last month removed the link that was used.
    const isLost = hasStepped.current && document.activeElement === document.body
    const target = wanted.current ?? (isLost ? tabStop : undefined)
    wanted.current = undefined
    hasStepped.current = false
    if (target !== undefined) linkOf(table.current, target)?.focus({ preventScroll: true })
  }, [shown])

  function onKeyDown(event: KeyboardEvent) {
    const day = dayOf(event.target)
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    const next = day === undefined || hasModifier ? undefined : dayAfterKey(dayFromName(day), event.key)
    if (next === undefined) return
    event.preventDefault()
    const link = linkOf(table.current, dayName(next))
    const isOtherMonth = event.key === 'PageUp' || event.key === 'PageDown'
    if (link !== null && !isOtherMonth) return link.focus()
    const month = monthOf(next)
    const isReachable = month < shown.month ? shown.previous !== undefined : shown.next !== undefined
    if (!isReachable) return
    wanted.current = dayName(next)
    void navigate(addressOf(month), { preventScrollReset: true, replace: true })
  }

  /** On small screens the calendar covers the records that were just requested. */
  function onPick(event: MouseEvent, day: string) {
    if (!isPlainClick(event)) return
    const button = fold.ref.current?.querySelector('summary')
    if (button?.checkVisibility() !== true) wanted.current = day
    else {
      fold.setOpen(false)
      button.focus()
    }
  }

  return {
    fold,
    table,
    tabStop: isAlive ? tabStop : undefined,
    onKeyDown,
    onFocus: (event: FocusEvent) => setFocused(dayOf(event.target)),
    onPick,
    onStep: (event: MouseEvent) => {
      hasStepped.current = isPlainClick(event)
    },
  }
}

function tabStopOf({ month, today }: MonthShown, { day }: ListQuery, focused: string | undefined) {
  const isOfMonth = (each: string | undefined) => each?.startsWith(month) === true
  return [focused, day, today].find(isOfMonth) ?? `${month}-01`
}

function dayOf(target: EventTarget) {
  return target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined
}

function linkOf(table: HTMLElement | null, day: string) {
  return table?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null
}
