import { counted } from '../parts/words.ts'

export function dryRunWords({ total, days }: { total: number; days: number }): string {
  const messages = total === 0 ? 'no messages' : counted(total, 'message')
  return `With these you would have received ${messages} in the last ${days} days.`
}
