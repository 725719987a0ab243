import { Fragment, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router'
import { can } from '../../domain/access.ts'
import { onThemeChosen } from '../../ui/parts/theme.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { AccountKeeper } from '../../web/account/account-keeper.tsx'
import { SwitchField } from '../parts/check-fields.tsx'
import { Modal } from '../parts/modal.tsx'
import { TO_SEARCH } from '../parts/search-box.tsx'
import { AdminNav } from './admin-nav.tsx'
import styles from './admin-shell.module.css'
import { AdminTop } from './admin-top.tsx'
import { ClosedScreen } from './closed-screen.tsx'
import { screenAccess } from './screen-access.ts'
import {
  type Shortcut,
  switchShortcuts,
  useAreShortcutsOff,
  useShortcutKeys,
  useShortcutList,
  useShortcuts,
} from './shortcuts.ts'
import { useStaff } from './staff.ts'
import { StaffGate } from './staff-gate.tsx'
import { useLostFocus } from './use-lost-focus.ts'

export function AdminShell() {
  // Follows the theme chosen on the site, even in another tab.
  useEffect(() => onThemeChosen(() => {}), [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <StaffGate>
        <Frame />
      </StaffGate>
      <Toasts />
      <AccountKeeper />
      <ScrollRestoration />
    </>
  )
}

function Frame() {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const { roles } = useStaff()
  const access = screenAccess(pathname, roles)
  const main = useScreenFocus()
  useLostFocus(main)
  const shortcuts = useShortcutListOpen()
  return (
    <>
      <AdminTop onShortcuts={() => shortcuts.setListOpen(true)} />
      <div className={styles.frame}>
        <AdminRail onShortcuts={() => shortcuts.setListOpen(true)} />
        <main ref={main} id="main" className={styles.main} tabIndex={-1} aria-busy={state === 'loading'}>
          {access.kind === 'open' ? <Outlet /> : <ClosedScreen {...access} />}
        </main>
      </div>
      <ShellShortcuts {...shortcuts} />
    </>
  )
}

function AdminRail({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <div className={styles.rail}>
      <AdminNav />
      <button type="button" className={styles.keys} onClick={onShortcuts}>
        <kbd>?</kbd> Keyboard shortcuts
      </button>
    </div>
  )
}

function ShellShortcuts({ isListOpen, setListOpen }: ReturnType<typeof useShortcutListOpen>) {
  const navigate = useNavigate()
  const { roles } = useStaff()
  useShortcutKeys()
  const goTo = (keys: string, words: string, path: string): Shortcut => ({
    keys,
    words,
    act: () => void navigate(path),
  })
  useShortcuts([
    ...(can(roles, 'edit-incidents')
      ? [{ ...goTo('n', 'Start a new incident', '/admin/records/new?kind=incident'), leadsToField: true }]
      : []),
    {
      keys: '/',
      words: 'Search',
      act: () => focusSearch() || void navigate('/admin/records', { state: TO_SEARCH }),
      leadsToField: true,
    },
    goTo('g d', 'Go to the dashboard', '/admin/dashboard'),
    goTo('g r', 'Go to the records', '/admin/records'),
    { keys: '?', words: 'Show this list', act: () => setListOpen(true) },
  ])
  return isListOpen ? <ShortcutList onClose={() => setListOpen(false)} /> : null
}

function useShortcutListOpen() {
  const [isListOpen, setListOpen] = useState(false)
  return { isListOpen, setListOpen }
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList()
  const isOff = useAreShortcutsOff()
  return (
    <Modal title="Keyboard shortcuts" lead="They are off while you type." onClose={onClose}>
      <dl className={styles.list} data-off={isOff ? '' : undefined}>
        {shortcuts.map(({ keys, words }) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </Fragment>
        ))}
        <dt>
          <kbd>Ctrl</kbd>
          <kbd>Enter</kbd>
        </dt>
        <dd>Post what you are writing</dd>
      </dl>
      <SwitchField
        label="Single-key shortcuts are on"
        hint="Switch them off if you dictate or press keys by accident. This browser remembers your choice."
        isOn={!isOff}
        onChange={switchShortcuts}
      />
    </Modal>
  )
}

/**
 * After navigation, focus moves to the heading for screen readers and keyboard, or to that of the item that was chosen
 * from a list, unless the screen has focused one of its fields.
 */
function useScreenFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (isInField(main.current)) return
    const heading =
      main.current?.querySelector<HTMLElement>('[data-first-focus]') ?? main.current?.querySelector('h1')
    if (heading === null || heading === undefined) return main.current?.focus({ preventScroll: true })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main [data-search]')
  box?.focus()
  return box !== null
}

function isInField(main: HTMLElement | null) {
  const active = document.activeElement
  return main?.contains(active) === true && active?.matches(FIELDS) === true
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
