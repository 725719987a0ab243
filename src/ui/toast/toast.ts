import type { ReactNode } from 'react'
import { makeListeners } from '../listeners.ts'

export interface Toast {
  id: number
  text: string
  /** Until dismissed: for events that happen while the reader is away. */
  stays: boolean
  shownMs: number
  /** By `performance.now()`. */
  shownAt: number
  isProblem: boolean
  action: ToastAction | undefined
}

export type ToastAction = (dismiss: () => void) => ReactNode

const MOST_SHOWN = 3
/** Long enough to read a sentence twice. */
const SHOWN_MS = 6_000

let shown: readonly Toast[] = []
let lastId = 0
/** Open modal dialogs, the topmost last. */
let dialogs: readonly string[] = []
const listeners = makeListeners()

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
  change(
    [...others, { id, text, stays, shownMs, shownAt: performance.now(), isProblem, action }].slice(
      -MOST_SHOWN,
    ),
  )
  return () => dismissToast(id)
}

export function dismissToast(id: number) {
  change(shown.filter((toast) => toast.id !== id))
}

export function toastsShown(): readonly Toast[] {
  return shown
}

/**
 * While a modal dialog is open, everything outside of it is inert: toasts belong into the dialog. Returns a function
 * for when it closes.
 */
export function openToastDialog(id: string): () => void {
  dialogs = [...dialogs, id]
  change(shown)
  return () => {
    dialogs = dialogs.filter((other) => other !== id)
    change(shown)
  }
}

/** The dialog that shows toasts; undefined for the page. */
export function toastDialog(): string | undefined {
  return dialogs.at(-1)
}

export const onToasts = listeners.add

function change(next: readonly Toast[]) {
  shown = next
  listeners.notifyAll()
}
