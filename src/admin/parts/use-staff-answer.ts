import { useEffect, useState } from 'react'
import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import { type Called, callAccount } from '../../ui/account/call-account.ts'
import { useSession } from '../../ui/account/session.ts'

type ReadOfStaff = Extract<CallName, `GET /api/admin/${string}`>

/** Between two looks, and ten times as long as the last one took: who waits for a slow answer makes it no slower. */
const LOOK_AGAIN_AFTER_MS = 5_000
const PAUSE_PER_TAKEN = 10

/**
 * What the server tells staff, asked once the page lives and whenever `because` changes. While something is under way it
 * asks again by itself; then a failure changes nothing on the page, and nobody looks at a hidden one.
 */
export function useStaffAnswer<C extends ReadOfStaff>(
  name: C,
  of: {
    input: CallInput<C>
    /** Something that changes when there may be news. */
    because: string | number
    isUnderWay?: (answer: CallAnswer<C>) => boolean
  },
) {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  const [answered, setAnswered] = useState<{ asked: string; called: Called<C> }>()
  const [round, setRound] = useState(0)
  const asked = JSON.stringify([of.input, of.because])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for what is asked, another round asks again.
  useEffect(() => {
    if (security === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      document.removeEventListener('visibilitychange', look)
      if (document.hidden) return document.addEventListener('visibilitychange', look)
      const began = performance.now()
      const called = await callAccount(name, of.input)
      if (isOver) return
      setAnswered((before) => (isOnlyLater(before, called) ? before : { asked, called }))
      const isUnderWay = called.kind === 'refused' || (of.isUnderWay?.(called.answer) ?? false)
      const taken = performance.now() - began
      if (isUnderWay) timer = setTimeout(look, Math.max(LOOK_AGAIN_AFTER_MS, taken * PAUSE_PER_TAKEN))
    }
    /** It was there before; that it cannot be had now is no reason to take it away. */
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
    /** Undefined until the first answer is there. While something else is asked for, still the answer before. */
    called: answered?.called,
    /** What is shown is not yet what is asked for. */
    isStale: answered !== undefined && answered.asked !== asked,
    reload: () => setRound((before) => before + 1),
  }
}
