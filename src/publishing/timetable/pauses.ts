import type { DueThing } from '../../db/timetable.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'

type Thing = Pick<DueThing, 'what' | 'id'>

export class Pauses {
  private readonly failed = new Map<string, { thing: Thing; attempts: number; retryAt: Date }>()

  paused(now: Date): Thing[] {
    return [...this.failed.values()].filter(({ retryAt }) => retryAt > now).map(({ thing }) => thing)
  }

  begin(thing: Thing, now: Date): { attempts: number; retryAt: Date } {
    const attempts = (this.failed.get(keyOf(thing))?.attempts ?? 0) + 1
    const delayMs = retryDelayMs({ attempts, chance: Math.random() })
    const pause = { attempts, retryAt: new Date(now.getTime() + delayMs) }
    this.failed.set(keyOf(thing), { thing, ...pause })
    return pause
  }

  end(thing: Thing) {
    this.failed.delete(keyOf(thing))
  }
}

function keyOf({ what, id }: Thing) {
  return `${what} ${id}`
}
