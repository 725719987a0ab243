import { useCallback, useEffect, useRef, useState } from 'react'
import type { Team } from '../../contract/admin/team.ts'
import { callAccount } from '../../ui/account/call-account.ts'

export interface TeamState {
  /** Undefined until it is loaded. */
  team: Team | undefined
  /** Why it can't be loaded. */
  trouble: string | undefined
  reload: () => void
  /** Shows the answer of a call that changed something. */
  show: (team: Team) => void
}

/**
 * What colleagues wrote about a record and did to it. `version` comes from the loop that watches the record: nothing is
 * loaded without it, and another one loads again.
 */
export function useTeam(id: number | undefined, version: string | null | undefined): TeamState {
  const [team, setTeam] = useState<Team>()
  const [trouble, setTrouble] = useState<string>()
  const [round, setRound] = useState(0)
  const newest = useRef<Team>(undefined)

  const show = useCallback((next: Team) => {
    // An answer may arrive after one that was asked for later.
    if (newest.current !== undefined && newest.current.now > next.now) return
    newest.current = next
    setTeam(next)
    setTrouble(undefined)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again.
  useEffect(() => {
    if (id === undefined || version === null || version === undefined) return
    if (newest.current?.version === version) return
    let isOver = false
    void callAccount('GET /api/admin/records/:id/team', { id }).then((called) => {
      if (isOver) return
      if (called.kind === 'done') show(called.answer.data)
      else if (newest.current === undefined) setTrouble(called.message)
    })
    return () => {
      isOver = true
    }
  }, [id, version, round, show])

  return { team, trouble, reload: () => setRound((before) => before + 1), show }
}
