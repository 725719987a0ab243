import { useCallback, useEffect, useRef, useState } from 'react'
import type { Team } from '../../contract/admin/team.ts'
import { callAccount } from '../../ui/account/call-account.ts'

export interface TeamState {
  team: Team | undefined
  trouble: string | undefined
  reload: () => void
  show: (team: Team) => void
}

/**
 * `version` comes from the loop that watches the record: nothing is loaded without it, and a new one loads
 * again.
 */
export function useTeam(id: number | undefined, version: string | null | undefined): TeamState {
  const [team, setTeam] = useState<Team>()
  const [trouble, setTrouble] = useState<string>()
  const [round, setRound] = useState(0)
  const newest = useRef<Team>(undefined)
  const askedRound = useRef(0)

  const show = useCallback((next: Team) => {
    // Answers may arrive out of order.
    if (newest.current !== undefined && newest.current.now > next.now) return
    newest.current = next
    setTeam(next)
    setTrouble(undefined)
  }, [])
  useEffect(() => {
    if (id === undefined || version === null || version === undefined) return
    if (newest.current?.version === version && askedRound.current === round) return
    askedRound.current = round
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    void callAccount('GET /api/admin/records/:id/team', { id }).then((called) => {
      if (isOver) return
      if (called.kind === 'done') return show(called.answer.data)
      if (newest.current === undefined) setTrouble(called.message)
      timer = setTimeout(() => setRound((before) => before + 1), RETRY_MS)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, version, round, show])

  return { team, trouble, reload: () => setRound((before) => before + 1), show }
}

const RETRY_MS = 10_000
