import { useEffect, useState } from 'react'
import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import { type Called, callAccount } from '../../ui/account/call-account.ts'
import { useSession } from '../../ui/account/session.ts'

type ReadOfStaff = Extract<CallName, `GET /api/admin/${string}`>

/**
 * Usual delay between polls, and at least ten times the duration of the last one: polling must not slow
 * down a slow server. But a single slow answer must not stop updates for minutes.
 */
const LOOK_AGAIN_AFTER_MS = 5_000
const PAUSE_PER_TAKEN = 10
const LONGEST_PAUSE_MS = 30_000

/** A failed poll changes nothing, and hidden pages don't poll. */
export function useStaffAnswer<C extends ReadOfStaff>(
  name: C,
  of: {
    /** Undefined: nothing is asked. */
    input: CallInput<C> | undefined
    because: string | number
    isUnderWay?: (answer: CallAnswer<C>) => boolean
    /** Polls in any case, at this interval. */
    againAfterMs?: (answer: CallAnswer<C>) => number
  },
) {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  const [answered, setAnswered] = useState<{ asked: string; called: Called<C> }>()
  const [round, setRound] = useState(0)
  const asked = JSON.stringify([of.input, of.because])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` represents the input, another round asks again.
  useEffect(() => {
    const { input } = of
    if (security === undefined || input === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      document.removeEventListener('visibilitychange', look)
      if (document.hidden) return document.addEventListener('visibilitychange', look)
      const began = performance.now()
      const called = await callAccount(name, input as CallInput<C>)
      if (isOver) return
      setAnswered((before) => (isOnlyLater(before, called) ? before : { asked, called }))
      const againAfterMs = pauseAfter(called)
      const taken = performance.now() - began
      if (againAfterMs !== undefined)
        timer = setTimeout(look, Math.max(againAfterMs, Math.min(taken * PAUSE_PER_TAKEN, LONGEST_PAUSE_MS)))
    }
    function pauseAfter(called: Called<C>): number | undefined {
      if (called.kind === 'refused') return LOOK_AGAIN_AFTER_MS
      if (of.againAfterMs !== undefined) return of.againAfterMs(called.answer)
      return of.isUnderWay?.(called.answer) === true ? LOOK_AGAIN_AFTER_MS : undefined
    }
    /** A failed reload doesn't remove what was loaded. */
    function isOnlyLater(before: typeof answered, called: Called<C>) {
      return called.kind === 'refused' && before?.asked === asked && before.called.kind === 'done'
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [name, asked, security, round])

  return {
    /** Undefined until the first response. While other data loads, still the previous one. */
    called: answered?.called,
    isStale: answered !== undefined && answered.asked !== asked,
    reload: () => setRound((before) => before + 1),
  }
}
