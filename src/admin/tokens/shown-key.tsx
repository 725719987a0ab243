import { useRef, useState } from 'react'
import { FormButtons } from '../parts/form-buttons.tsx'
import { InputField } from '../parts/input-field.tsx'
import { Modal } from '../parts/modal.tsx'
import styles from './tokens-screen.module.css'

/** The one time that a key is seen. */
export function ShownKey({
  name,
  shownKey,
  onClose,
}: {
  name: string
  shownKey: string
  onClose: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(shownKey)
      setSaid('Copied.')
    } catch {
      setSaid('The browser does not let us copy it. It is selected: copy it by hand.')
    }
  }
  return (
    <Modal
      title={`The key of ${name}`}
      lead="It is shown now and never again. Put it where your program keeps its secrets."
      onClose={onClose}
    >
      <div className={styles.form}>
        <div className={styles.key}>
          <InputField
            ref={input}
            label="Key"
            readOnly
            value={shownKey}
            onChange={() => {}}
            spellCheck={false}
          />
          <button type="button" className="button primary" onClick={() => void copy()}>
            Copy
          </button>
        </div>
        <p role="status">{said}</p>
        <FormButtons>
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}
