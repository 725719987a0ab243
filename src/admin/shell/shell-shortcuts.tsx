import { Fragment, useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../domain/access.ts'
import { Modal } from '../parts/modal.tsx'
import { SwitchField } from '../parts/switch-field.tsx'
import styles from './shortcut-list.module.css'
import {
  type Shortcut,
  switchShortcuts,
  useAreShortcutsOff,
  useShortcutKeys,
  useShortcutList,
  useShortcuts,
} from './shortcuts.ts'
import { useStaff } from './staff.ts'
import { focusSearch, TO_SEARCH } from './use-screen-focus.ts'

export function ShellShortcuts({ isListOpen, setListOpen }: ReturnType<typeof useShortcutListOpen>) {
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
    },
    goTo('g d', 'Go to the dashboard', '/admin/dashboard'),
    goTo('g r', 'Go to the records', '/admin/records'),
    { keys: '?', words: 'Show this list', act: () => setListOpen(true) },
  ])
  return isListOpen ? <ShortcutList onClose={() => setListOpen(false)} /> : null
}

export function useShortcutListOpen() {
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
