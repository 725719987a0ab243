import type { ReactNode } from 'react'

export interface Toast {
  id: number
  text: string
  /** Stands until it is dismissed: for what happens while nobody looks. */
  stays: boolean
  shownMs: number
  /** Something did not go as the reader asked. */
  isProblem: boolean
  action: ToastAction | undefined
}

/** What can be done about it. */
export type ToastAction = (dismiss: () => void) => ReactNode

/** More than these at once nobody reads. */
const MOST_SHOWN = 3
/** Long enough to read a sentence twice. */
const SHOWN_MS = 6_000

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Says something once, at the edge of the screen; it goes by itself, or when the reader dismisses it. What is given back
 * takes it away when it is not true any more.
 */
export function showToast(
  text: string,
  {
    stays = false,
    shownMs = SHOWN_MS,
    isProblem = false,
    action,
  }: { stays?: boolean; shownMs?: number; isProblem?: boolean; action?: ToastAction } = {},
): () => void {
  const id = ++lastId
  const others = shown.filter((toast) => toast.text !== text)
  change([...others, { id, text, stays, shownMs, isProblem, action }].slice(-MOST_SHOWN))
  return () => dismissToast(id)
}

export function dismissToast(id: number) {
  change(shown.filter((toast) => toast.id !== id))
}

export function toastsShown(): readonly Toast[] {
  return shown
}

export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function change(next: readonly Toast[]) {
  shown = next
  for (const tell of listeners) tell()
}
