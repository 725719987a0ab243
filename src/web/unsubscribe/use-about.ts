import { useEffect, useState } from 'react'
import type { UnsubscribeAbout } from '../../contract/unsubscribing.ts'
import { callAccount } from '../../ui/account/call-account.ts'

/** The server's page is the same for everyone, so this loads in the browser. */
export type About =
  /** Still loading, or failed: the buttons may work anyway. */
  { kind: 'unknown' } | { kind: 'known'; data: UnsubscribeAbout['data'] } | { kind: 'dead'; message: string }

const UNKNOWN: About = { kind: 'unknown' }
const SERVER_FAULTS_FROM = 500

export function useAbout(token: string | undefined): About {
  const [about, setAbout] = useState(UNKNOWN)
  useEffect(() => {
    // After the action, the link's subject stays on screen.
    if (token === undefined) return
    setAbout(UNKNOWN)
    let isOver = false
    callAccount('POST /api/unsubscribe/about', { token }).then((called) => {
      if (isOver) return
      if (called.kind === 'done') return setAbout({ kind: 'known', data: called.answer.data })
      const isOwnFault = called.status > 0 && called.status < SERVER_FAULTS_FROM
      if (isOwnFault) setAbout({ kind: 'dead', message: called.message })
    })
    return () => {
      isOver = true
    }
  }, [token])
  return about
}
