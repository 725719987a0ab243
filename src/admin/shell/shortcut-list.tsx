import { Fragment } from 'react'
import { Modal } from '../parts/modal.tsx'
import { SwitchField } from '../parts/switch-field.tsx'
import styles from './shortcut-list.module.css'
import { switchShortcuts, useAreShortcutsOff, useShortcutList } from './shortcuts.ts'

/** Everything that a key does here. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList()
  const isOff = useAreShortcutsOff()
  return (
    <Modal title="Keyboard shortcuts" lead="They rest while you type." onClose={onClose}>
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
        label="Shortcuts of single keys are on"
        hint="Switch them off if you dictate, or press keys by accident. This browser remembers it."
        isOn={!isOff}
        onChange={switchShortcuts}
      />
    </Modal>
  )
}
