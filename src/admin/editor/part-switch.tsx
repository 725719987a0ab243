import styles from './part-switch.module.css'

export type EditorPart = 'write' | 'history' | 'preview' | 'team'

const WORDS: Record<EditorPart, string> = {
  write: 'Write',
  history: 'History',
  preview: 'Preview',
  team: 'Team',
}

export function PartSwitch({
  parts,
  part,
  comments = 0,
  onPick,
}: {
  parts: readonly EditorPart[]
  part: EditorPart
  comments?: number
  onPick: (part: EditorPart) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not form fields.
    <div className={styles.switch} role="group" aria-label={parts.map((each) => WORDS[each]).join(' or ')}>
      {parts.map((each) => (
        <button key={each} type="button" aria-pressed={part === each} onClick={() => onPick(each)}>
          {WORDS[each]}
          {each === 'team' && comments > 0 && ` (${comments})`}
        </button>
      ))}
    </div>
  )
}
