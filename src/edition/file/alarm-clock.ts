/** For a loop that waits for its time, or for somebody who cannot wait. */
export interface AlarmClock {
  /** Until it rings or the time is over. A ring from before counts; deaf, it is left for later. */
  wait(ms: number, options?: { isDeaf?: boolean }): Promise<void>
  ring(): void
}

/** The signal ends every waiting. */
export function alarmClock(signal: AbortSignal): AlarmClock {
  let hasRung = false
  let wake = () => {}
  let isDeafNow = false
  signal.addEventListener('abort', () => wake())
  return {
    wait: async (ms, { isDeaf = false } = {}) => {
      const isHeard = hasRung && !isDeaf
      if (isHeard) hasRung = false
      if (isHeard || signal.aborted) return
      isDeafNow = isDeaf
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = () => {}
      if (!isDeaf) hasRung = false
    },
    ring: () => {
      hasRung = true
      if (!isDeafNow) wake()
    },
  }
}
