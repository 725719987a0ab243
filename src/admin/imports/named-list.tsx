import styles from './named-list.module.css'

export function NamedList({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <details className={styles.list}>
      <summary>
        {title} <span className={styles.count}>{names.length.toLocaleString('en-US')}</span>
      </summary>
      <ul>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list doesn't change.
          <li key={index}>{name}</li>
        ))}
      </ul>
    </details>
  )
}
