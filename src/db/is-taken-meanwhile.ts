/** Two transactions wrote the same value at the same time, and the other one won. */
export function isTakenMeanwhile(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}
