import styles from './named-list.module.css'

export function NamedList({
  title,
  names,
  count = names.length,
}: {
  title: string
  names: readonly string[]
  count?: number
}) {
  if (names.length === 0) return null
  return (
    <details className={styles.list}>
      <summary>
        {title} <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      </summary>
      <ul>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list doesn't change.
          <li key={index}>{name}</li>
        ))}
        {count > names.length && <li>And {(count - names.length).toLocaleString('en-US')} more</li>}
      </ul>
    </details>
  )
}
