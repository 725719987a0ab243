import { useState } from 'react'
import { Link } from 'react-router'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { counted } from '../../../ui/parts/words.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Modal } from '../../parts/modal.tsx'
import type { InUse } from '../noun/noun-calls.ts'
import styles from './in-use-dialog.module.css'

export function InUseDialog({
  name,
  inUse,
  isRetired,
  onRetire,
  onClose,
}: {
  name: string
  inUse: InUse
  /** No further action is possible then. */
  isRetired: boolean
  onRetire: () => Promise<Refusal | undefined>
  onClose: () => void
}) {
  const [problem, setProblem] = useState<Refusal>()
  const canRetire = inUse.can_retire && !isRetired
  return (
    <Modal title={`“${name}” is in use`} onClose={onClose}>
      <div className={styles.inUse}>
        <FormAlert problem={problem} />
        <p>{inUse.message}</p>
        <ul className={styles.uses}>
          {inUse.uses.map(({ what, count, examples }) => (
            <li key={what}>
              <p className={styles.what}>{wordsOfUse(count, what)}</p>
              {examples.length > 0 && (
                <ul className={styles.examples}>
                  {examples.map(({ label, path }) => (
                    <li key={`${path} ${label}`}>
                      {path === null ? (
                        label
                      ) : (
                        <Link to={path} onClick={onClose}>
                          {label}
                        </Link>
                      )}
                    </li>
                  ))}
                  {count > examples.length && (
                    <li>and {(count - examples.length).toLocaleString('en-US')} more</li>
                  )}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {isRetired && <p>It is already retired and can’t be used for anything new.</p>}
        <FormButtons>
          {canRetire && (
            <BusyButton
              look="primary"
              busyWords="Retiring…"
              onPress={async () => {
                const refused = await onRetire()
                setProblem(refused)
                if (refused === undefined) onClose()
              }}
            >
              Retire instead
            </BusyButton>
          )}
          <button type="button" className="button" onClick={onClose}>
            {canRetire ? 'Leave it as it is' : 'Close'}
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}

/** The server sends the word in the right number. */
function wordsOfUse(count: number, what: string) {
  return counted(count, what, what)
}
