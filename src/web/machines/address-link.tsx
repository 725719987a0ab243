import styles from './address-link.module.css'
import { CopyButton } from './copy-button.tsx'

/** An address by its name: to open, or to copy in full. */
export function AddressLink({
  words,
  name = words,
  path,
  publicUrl,
}: {
  words: string
  /** What it is where the words alone do not say it. The words are in it. */
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

/** Addresses beside each other, for those of which one look is enough. */
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
