import { useEffect, useRef, useState } from 'react'
import { recordLink } from '../record/record-link.ts'
import styles from './share-link.module.css'

const SHOWN_MS = 4_000

type Shared = { kind: 'nothing' } | { kind: 'copied' } | { kind: 'refused'; link: string }

export function ShareLink({ title, path }: { title: string; path: string }) {
  const [shared, setShared] = useState<Shared>({ kind: 'nothing' })
  useEffect(() => {
    if (shared.kind !== 'copied') return
    const fading = setTimeout(() => setShared({ kind: 'nothing' }), SHOWN_MS)
    return () => clearTimeout(fading)
  }, [shared])
  const share = async () => setShared(await shareLink({ title, url: recordLink(path) }))
  return (
    <>
      <p role="status" className={styles.status}>
        {shared.kind === 'copied' && 'Link copied'}
      </p>
      {shared.kind === 'refused' && <LinkToCopy link={shared.link} />}
      <button type="button" className={`button ${styles.share}`} onClick={share}>
        Share
      </button>
    </>
  )
}

function LinkToCopy({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return <input ref={field} readOnly value={link} aria-label="Link to copy" className={styles.link} />
}

async function shareLink({ title, url }: { title: string; url: string }): Promise<Shared> {
  if (navigator.canShare?.({ title, url })) {
    const outcome = await sharedBySystem({ title, url })
    if (outcome !== 'failed') return { kind: 'nothing' }
  }
  try {
    await navigator.clipboard.writeText(url)
    return { kind: 'copied' }
  } catch {
    return { kind: 'refused', link: url }
  }
}

async function sharedBySystem(data: ShareData): Promise<'shared' | 'dismissed' | 'failed'> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError'
    return isDismissed ? 'dismissed' : 'failed'
  }
}
