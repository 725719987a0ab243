/** More than a week isn't a promise. */
const UPDATE_POLICY_MOST_HOURS = 168

export function updatePolicyOf(stored: unknown): number | null {
  return typeof stored === 'number' && updatePolicyProblem(stored) === undefined ? stored : null
}

export function updatePolicyProblem(hours: number | null): string | undefined {
  if (hours === null) return undefined
  const isPossible = Number.isInteger(hours) && hours >= 1 && hours <= UPDATE_POLICY_MOST_HOURS
  return isPossible
    ? undefined
    : `Please enter whole hours, from 1 to ${UPDATE_POLICY_MOST_HOURS}, or leave this empty.`
}

export function updatePolicyWords(hours: number | null): string | undefined {
  return hours === null ? undefined : `We update at least ${everyHoursWords(hours)}`
}

export function everyHoursWords(hours: number): string {
  return hours === 1 ? 'every hour' : `every ${hours} hours`
}
