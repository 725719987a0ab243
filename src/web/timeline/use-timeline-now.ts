import { useState } from 'react'
import { useNow } from '../../ui/times/use-now.ts'
import { nowOfPage } from './now-of-page.ts'

/** S-02: the time that the server told, moving on by the reader's clock. */
export function useTimelineNow(told: string): Date {
  const clock = useNow()
  const [since, setSince] = useState<{ told: string; clock: Date }>()
  const isFresh = since?.told === told
  if (clock !== undefined && !isFresh) setSince({ told, clock })
  return nowOfPage({ told: new Date(told), clock, clockWhenTold: isFresh ? since.clock : clock })
}
