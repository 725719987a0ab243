/** In the history's entry of a post that was opened on the page behind it: one step back closes it. */
export const POST_OPENED_HERE = { isPostOpenedHere: true } as const

export function isPostOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isPostOpenedHere' in state
}
