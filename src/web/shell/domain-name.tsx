import styles from './domain-name.module.css'

/** Breaks, if needed, after the first label: the part that distinguishes it. */
export function DomainName({ children }: { children: string }) {
  const [first, ...rest] = children.split('.')
  if (rest.length < 2) return <span className={styles.whole}>{children}</span>
  return (
    <>
      {first}.<wbr />
      <span className={styles.whole}>{rest.join('.')}</span>
    </>
  )
}
