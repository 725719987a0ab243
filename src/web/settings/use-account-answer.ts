import { useEffect, useState } from 'react'
import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import { type Called, callAccount } from '../../ui/account/call-account.ts'
import { useSession } from '../../ui/account/session.ts'

type ReadOfAccount = Extract<CallName, `GET /api/user/:uid/${string}`>

export function useAccountAnswer<C extends ReadOfAccount>(name: C, uid: number) {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  const [called, setCalled] = useState<Called<C>>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again.
  useEffect(() => {
    if (security === undefined) return
    let isOver = false
    callAccount(name, { uid } as CallInput<C>).then((answered) => {
      if (!isOver) setCalled(answered)
    })
    return () => {
      isOver = true
    }
  }, [name, uid, security, round])
  return {
    called,
    reload: () => setRound(round + 1),
    show: (answer: CallAnswer<C>) => setCalled({ kind: 'done', answer }),
  }
}
