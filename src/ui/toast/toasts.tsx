import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { CrossButton } from '../parts/cross-button.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import { dismissToast, onToasts, openToastDialog, type Toast, toastDialog, toastsShown } from './toast.ts'
import styles from './toasts.module.css'

const NONE: readonly Toast[] = []

export function Toasts() {
  return <ToastPlace dialog={undefined} />
}

export function ToastsInDialog() {
  const dialog = useId()
  useEffect(() => openToastDialog(dialog), [dialog])
  return <ToastPlace dialog={dialog} />
}

/** Always in the DOM, so that screen readers announce new toasts. */
function ToastPlace({ dialog }: { dialog: string | undefined }) {
  const all = useSyncExternalStore(onToasts, toastsShown, () => NONE)
  const isHere = useSyncExternalStore(onToasts, toastDialog, () => undefined) === dialog
  const toasts = isHere ? all : NONE
  return (
    <div className={styles.place} aria-live="polite">
      {toasts.map((toast) => (
        <ToastSlip key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastSlip({ toast: { id, text, stays, shownMs, shownAt, isProblem, action } }: { toast: Toast }) {
  const slip = useRef<HTMLDivElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  // When a dialog opens or closes, the toast moves. Its time must not start again.
  const [ageMs] = useState(() => performance.now() - shownAt)
  const leftMs = Math.max(Math.min(shownMs, LEAST_SHOWN_MS), shownMs - ageMs)
  const isAway = useSyncExternalStore(onVisibility, isHidden, () => false)
  const isHeld = stays || isPointedAt || hasFocus || isAway

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), leftMs)
    return () => clearTimeout(timer)
  }, [id, isHeld, leftMs])

  function onDismiss() {
    const isFocusLost = slip.current?.contains(document.activeElement) === true
    const around = slip.current?.closest('dialog') ?? document.getElementById('main')
    dismissToast(id)
    if (!isFocusLost || around === null) return
    around.tabIndex = -1
    around.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not interactive; it only stays while in use.
    <div
      ref={slip}
      className={styles.toast}
      aria-live={ageMs > ANNOUNCED_WITHIN_MS ? 'off' : undefined}
      data-problem={isProblem ? '' : undefined}
      // By movement: a pointer that happens to be where the toast appears doesn't count.
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {isProblem && (
        <span className={styles.mark}>
          <StateShape tone="disruption" />
        </span>
      )}
      <p className={styles.text}>
        {text}
        {action !== undefined && <> {action(onDismiss)}</>}
      </p>
      <CrossButton className={styles.dismiss} label="Dismiss" onPress={onDismiss} />
    </div>
  )
}

const LEAST_SHOWN_MS = 2_000
const ANNOUNCED_WITHIN_MS = 1_000

function isHidden() {
  return document.hidden
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
