import type { Edition } from '../edition.ts'

export type FollowEvent =
  | { kind: 'swapped'; number: number; records: number; tookMs: number }
  /** The source is unreachable or empty. */
  | { kind: 'lost'; error: unknown }
  | { kind: 'found' }
  | { kind: 'refused'; what: string; line: string }
  /** The last good file can't be stored on this machine. */
  | { kind: 'not-kept'; error: unknown }

export function whyNoEdition(events: readonly FollowEvent[]): string {
  for (const event of events) {
    if (event.kind === 'refused') return `${event.what}: ${event.line}`
    if (event.kind === 'lost') return (event.error as Error).message
  }
  return 'it is empty'
}

export function reportOnce(onEvent: (event: FollowEvent) => void) {
  let isLost = false
  let isKept = true
  const refusals = new Map<string, string>()
  return {
    swapped({ edition: { number, records }, tookMs }: { edition: Edition; tookMs: number }) {
      refusals.clear()
      onEvent({ kind: 'swapped', number, records: records.byId.size, tookMs })
    },
    lost(error: unknown) {
      if (!isLost) onEvent({ kind: 'lost', error })
      isLost = true
    },
    found() {
      if (isLost) onEvent({ kind: 'found' })
      isLost = false
    },
    refused(what: string, line: string) {
      if (refusals.get(what) !== line) onEvent({ kind: 'refused', what, line })
      refusals.set(what, line)
    },
    kept() {
      isKept = true
    },
    notKept(error: unknown) {
      if (isKept) onEvent({ kind: 'not-kept', error })
      isKept = false
    },
  }
}
