import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { CrossButton } from '../../ui/parts/cross-button.tsx'
import sheet from '../../ui/parts/sheet.module.css'
import { ToastsInDialog } from '../../ui/toast/toasts.tsx'
import styles from './modal.module.css'

export function Modal({
  title,
  lead,
  width = 'normal',
  onClose,
  children,
}: {
  title: string
  lead?: ReactNode
  width?: 'normal' | 'wide'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useModalDialog()
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className={`${sheet.sheet} ${styles.dialog}`}
      data-width={width}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isUsedUp(event)) return
        event.preventDefault()
        onClose()
      }}
      onCancel={(event) => {
        // From a file picker or select inside.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <CrossButton className={styles.close} label="Close" onPress={onClose} />
        {lead !== undefined && <p dir="auto">{lead}</p>}
      </header>
      <div className={styles.body}>{children}</div>
      <ToastsInDialog />
    </dialog>
  )
}

export function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

/** Something inside handled Escape. The text editor prevents every Escape without using it. */
function isUsedUp({ defaultPrevented, target }: KeyboardEvent) {
  const isOfText = target instanceof HTMLElement && target.isContentEditable
  return defaultPrevented && !isOfText
}
