import { useState } from 'react'
import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'

export type ImportCall = Extract<
  CallName,
  `POST /api/admin/imports/${'statuspage' | 'subscribers' | 'threats'}`
>

export function useImport<C extends ImportCall>(name: C) {
  const [said, setSaid] = useState<CallAnswer<C>['data']>()
  const [problem, setProblem] = useState<Refusal>()

  async function ask(
    input: Omit<CallInput<C>, 'plan'>,
    plan?: string,
  ): Promise<CallAnswer<C>['data'] | undefined> {
    setProblem(undefined)
    const asked = { ...input, ...(plan !== undefined && { plan }) } as unknown as CallInput<C>
    const called = await callAccount(name, asked)
    if (called.kind === 'refused') {
      setProblem(called)
      return undefined
    }
    const { data }: CallAnswer<C> = called.answer
    setSaid(data)
    return data
  }

  return {
    said,
    problem,
    look: (input: Omit<CallInput<C>, 'plan'>) => ask(input),
    run: (input: Omit<CallInput<C>, 'plan'>) => ask(input, said?.plan),
    forget: () => {
      setSaid(undefined)
      setProblem(undefined)
    },
  }
}
