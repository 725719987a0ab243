/** History state of a post opened from its page: going back closes it. */
export const POST_OPENED_HERE = { isPostOpenedHere: true } as const

export function isPostOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isPostOpenedHere' in state
}
