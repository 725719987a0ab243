import { FormButtons } from '../parts/form-buttons.tsx'
import { Modal } from '../parts/modal.tsx'
import { CopyField } from '../tokens/copy-field.tsx'
import { ALERTS_PATH } from './connect-help.tsx'
import styles from './senders.module.css'

export function KeyDialog({
  name,
  shownKey,
  onClose,
}: {
  name: string
  shownKey: string
  onClose: () => void
}) {
  const address = `${location.origin}${ALERTS_PATH}`
  return (
    <Modal
      title={`The key of ${name}`}
      lead="It won’t be shown again. Anyone who has it can send alerts."
      width="wide"
      onClose={onClose}
    >
      <div className={styles.form}>
        <CopyField label="Address" value={address} />
        <CopyField
          label="Key"
          hint="Send it as “Authorization: Bearer …”. That keeps it out of logs."
          value={shownKey}
        />
        <CopyField
          label="Address with the key"
          hint="Only for products that can’t send headers."
          value={`${address}/${shownKey}`}
        />
        <FormButtons>
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}
