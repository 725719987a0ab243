import { type ReactNode, useEffect, useRef } from 'react'
import styles from './drawer.module.css'

export function Drawer({
  className = '',
  onClose,
  children,
  ...names
}: {
  'aria-label'?: string
  'aria-labelledby'?: string
  className?: string | undefined
  onClose: () => void
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for clicks beside the drawer; the keyboard uses Escape.
    <dialog
      {...names}
      ref={dialog}
      className={`${styles.drawer} ${className}`}
      onClose={onClose}
      // The content fills the dialog, so only a click on the backdrop is on the dialog itself.
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current.close()
      }}
    >
      {children(() => dialog.current?.close())}
    </dialog>
  )
}
