import styles from './domain-name.module.css'

/** A domain that breaks, where it must, after its first label: the part that tells it from its neighbours. */
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
