import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { recordLink } from '../record/record-link.ts'
import styles from './copy-link.module.css'

/** How long a reader is told that the link was copied. */
const TOLD_MS = 4_000

const TOLD = { nothing: '', copied: 'Link copied', refused: 'The link is in the address bar' }

/** F-03: a link to a question or a section, and a button that copies it. Without scripts the link is what there is. */
export function CopyLink({ path, id, to }: { path: string; id: string; to: string }) {
  const navigate = useNavigate()
  const [told, setTold] = useState<keyof typeof TOLD>('nothing')
  useEffect(() => {
    if (told === 'nothing') return
    const fading = setTimeout(() => setTold('nothing'), TOLD_MS)
    return () => clearTimeout(fading)
  }, [told])

  const address = `${path}#${id}`
  const copy = async () => {
    const isCopied = await copied(recordLink(address))
    // Where the browser lets nobody else copy, the reader can: from where addresses stand.
    if (!isCopied) await navigate(address, { replace: true })
    setTold(isCopied ? 'copied' : 'refused')
  }
  return (
    <p className={styles.line}>
      <Link className={styles.link} to={address} aria-label={`Link to “${to}”`}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6.500 9.500 9.500 6.500M7.500 4.500 8.800 3.200a2.830 2.830 0 0 1 4 4L11.500 8.500M8.500 11.500l-1.300 1.300a2.830 2.830 0 0 1-4-4L4.500 7.500" />
        </svg>
        <span className={styles.name}>Link</span>
      </Link>
      <button type="button" className={styles.copy} aria-label={`Copy link to “${to}”`} onClick={copy}>
        Copy link
      </button>
      <span className={styles.told} role="status">
        {TOLD[told]}
      </span>
    </p>
  )
}

/** Pages that came without encryption have no clipboard at all. */
async function copied(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address)
    return true
  } catch {
    return false
  }
}
