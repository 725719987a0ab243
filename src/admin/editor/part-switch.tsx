import styles from './part-switch.module.css'

/** Small screens show one part at a time. */
export function PartSwitch({
  part,
  onPick,
}: {
  part: 'write' | 'preview'
  onPick: (part: 'write' | 'preview') => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not form fields.
    <div className={styles.switch} role="group" aria-label="Write or preview">
      <button type="button" aria-pressed={part === 'write'} onClick={() => onPick('write')}>
        Write
      </button>
      <button type="button" aria-pressed={part === 'preview'} onClick={() => onPick('preview')}>
        Preview
      </button>
    </div>
  )
}
