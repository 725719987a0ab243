import styles from './named-list.module.css'

/** How many, and which: the names are a press away. */
export function NamedList({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <details className={styles.list}>
      <summary>
        {title} <span className={styles.count}>{names.length.toLocaleString('en-US')}</span>
      </summary>
      <ul>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two incidents may have one name, and the list stands still.
          <li key={index}>{name}</li>
        ))}
      </ul>
    </details>
  )
}
