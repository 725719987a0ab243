import styles from './prefix-line.module.css'

export function PrefixLine({ prefix, note }: { prefix: string; note: string }) {
  return (
    <>
      <code className={styles.prefix}>{prefix}</code>
      {note !== '' && (
        <>
          {' '}
          <span className={styles.note}>
            <bdi>{note}</bdi>
          </span>
        </>
      )}
    </>
  )
}
