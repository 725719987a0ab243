import styles from './address-link.module.css'
import { CopyButton } from './copy-button.tsx'

export function AddressLink({
  words,
  name = words,
  path,
  publicUrl,
}: {
  words: string
  /** Accessible name, if `words` alone is not enough. Must contain `words`. */
  name?: string
  path: string
  publicUrl: string
}) {
  return (
    <span className={styles.address}>
      <a href={path} aria-label={name === words ? undefined : name}>
        {words}
      </a>
      <CopyButton text={publicUrl + path} name={`address of ${name}`} isSmall />
    </span>
  )
}

export function AddressList({
  addresses,
  publicUrl,
}: {
  addresses: readonly { words: string; name?: string; path: string }[]
  publicUrl: string
}) {
  return (
    <ul className={styles.list}>
      {addresses.map((address) => (
        <li key={address.path}>
          <AddressLink {...address} publicUrl={publicUrl} />
        </li>
      ))}
    </ul>
  )
}
