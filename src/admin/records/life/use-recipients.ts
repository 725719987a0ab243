import { useEffect, useState } from 'react'
import type { PublicationStep } from '../../../domain/notifying/publication.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { recipientsWords } from './recipients-words.ts'

/** Z-03: a sentence about the recipients, based on the saved record. */
export function useRecipients(
  id: number,
  step: PublicationStep,
  {
    reopens = false,
    isOfDraft = false,
    because = '',
  }: {
    reopens?: boolean
    /** With its unpublished changes. */
    isOfDraft?: boolean
    /** Changes with every save. */
    because?: string | number | undefined
  } = {},
): string {
  const [words, setWords] = useState(COUNTING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `because` asks again.
  useEffect(() => {
    let isOver = false
    void callAccount('GET /api/admin/records/:id/recipients', {
      id,
      step,
      ...(reopens && { reopens }),
      ...(isOfDraft && { draft: true }),
    }).then((called) => {
      if (isOver) return
      if (called.kind === 'done') return setWords(recipientsWords(called.answer.data))
      setWords(called.status === 403 ? NOT_FOR_YOU : NOT_COUNTED)
    })
    return () => {
      isOver = true
    }
  }, [id, step, reopens, isOfDraft, because])
  return words
}

const COUNTING = 'Counting recipients…'
const NOT_FOR_YOU = 'Everyone who subscribed to this will be notified. Your role can’t see how many.'
const NOT_COUNTED = 'We can’t count the recipients right now. Subscribers are notified anyway.'
