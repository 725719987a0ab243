import styles from './folded-names.module.css'

const NAMES_SHOWN = 4

/** Names in a line; when there are many, the rest unfolds without scripts. */
export function FoldedNames({ names }: { names: readonly string[] }) {
  const hasFold = names.length > NAMES_SHOWN + 1
  if (!hasFold) return names.join(', ')
  return (
    <>
      {names.slice(0, NAMES_SHOWN).join(', ')}
      <details className={styles.rest}>
        <summary>and {names.length - NAMES_SHOWN} more</summary>
        {names.slice(NAMES_SHOWN).join(', ')}
      </details>
    </>
  )
}
