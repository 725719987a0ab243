export interface AlarmClock {
  /**
   * Waits until it rings or the time is over. An earlier ring counts; while deaf, a ring is saved for the
   * next wait.
   */
  wait(ms: number, options?: { isDeaf?: boolean }): Promise<void>
  ring(): void
}

export function alarmClock(signal: AbortSignal): AlarmClock {
  let hasRung = false
  let wake = () => {}
  let isDeafNow = false
  signal.addEventListener('abort', () => wake())
  return {
    wait: async (ms, { isDeaf = false } = {}) => {
      const isReceived = hasRung && !isDeaf
      if (isReceived) hasRung = false
      if (isReceived || signal.aborted) return
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
