import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './admin-drawer.module.css'
import { AdminNav } from './admin-nav.tsx'

/** On narrow screens the way to everything comes from the side. */
export function AdminDrawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere is done with the menu.
  useEffect(() => drawer.current?.close(), [pathname])
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d="M3 5.500h14M3 10h14M3 14.500h14" />
        </svg>
        <span className="hidden">Menu</span>
      </button>
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label="Menu"
        // A press beside it is on the dialog itself: what is inside of it fills it.
        onPointerDown={({ target }) => {
          if (target === drawer.current) drawer.current.close()
        }}
      >
        <div className={styles.inside}>
          <button type="button" className={styles.close} onClick={() => drawer.current?.close()}>
            <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <path d="m3 3 10 10M13 3 3 13" />
            </svg>
            Close
          </button>
          <AdminNav onChosen={() => drawer.current?.close()} />
        </div>
      </dialog>
    </>
  )
}
