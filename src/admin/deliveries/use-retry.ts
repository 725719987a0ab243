import { useState } from 'react'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { retriedWords } from './publication-progress.ts'

type Retried = { ids: number[] } | { publication: number } | { all: true }

export interface Retrying {
  /** Undefined without permission. */
  retry: ((what: Retried) => Promise<void>) | undefined
  count: number
}

export function useRetry({ isAllowed }: { isAllowed: boolean }): Retrying {
  const [count, setCount] = useState(0)
  async function retry(what: Retried) {
    const retried = await callAccount('POST /api/admin/deliveries/retry', what)
    if (retried.kind === 'refused') return void showToast(retried.message, { isProblem: true })
    showToast(retriedWords(retried.answer.data.retried))
    setCount((before) => before + 1)
  }
  return { retry: isAllowed ? retry : undefined, count }
}
