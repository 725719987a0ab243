import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { nowOfPage } from '../../domain/timeline/now-of-page.ts'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { useNow } from '../times/use-now.ts'

/** S-02: the time that the server told, moving on by the reader's clock. A new day in UTC brings a new week. */
export function useTimelineNow(told: string): Date {
  const clock = useNow()
  const [since, setSince] = useState<{ told: string; clock: Date }>()
  const isFresh = since?.told === told
  if (clock !== undefined && !isFresh) setSince({ told, clock })
  const now = nowOfPage({ told: new Date(told), clock, clockWhenTold: isFresh ? since.clock : clock })

  const { revalidate } = useRevalidator()
  const isNewDay = now >= timelineWindow({ now: new Date(told), page: 0 }).end
  const onNewDay = useEffectEvent(() => {
    revalidate()
  })
  useEffect(() => {
    if (isNewDay) onNewDay()
  }, [isNewDay])
  return now
}
