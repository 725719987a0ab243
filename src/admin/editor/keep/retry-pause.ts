/** After each failure twice as long as before. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

export function retryPauseMs(failuresBefore: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** failuresBefore, LONGEST_RETRY_MS)
}

/** No answer, or one that says nothing about what was sent: it may be taken the next time. */
export function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 408
}
