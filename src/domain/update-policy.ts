/** How often staff promise to post about what is open, at least. Longer than a week is not a promise. */
const UPDATE_POLICY_MOST_HOURS = 168

/** The promise as it is stored; whatever else is stored promises nothing. */
export function updatePolicyOf(stored: unknown): number | null {
  return typeof stored === 'number' && updatePolicyProblem(stored) === undefined ? stored : null
}

/** What is wrong with a promise as staff typed it. Null makes no promise. */
export function updatePolicyProblem(hours: number | null): string | undefined {
  if (hours === null) return undefined
  const isPossible = Number.isInteger(hours) && hours >= 1 && hours <= UPDATE_POLICY_MOST_HOURS
  return isPossible
    ? undefined
    : `Please enter whole hours, from 1 to ${UPDATE_POLICY_MOST_HOURS}, or leave this empty.`
}

/** Beside an open incident that names no next update. Undefined when the provider promises nothing. */
export function updatePolicyWords(hours: number | null): string | undefined {
  return hours === null ? undefined : `We update at least ${everyHoursWords(hours)}`
}

/** For texts that go on: "every hour", "every 2 hours". */
export function everyHoursWords(hours: number): string {
  return hours === 1 ? 'every hour' : `every ${hours} hours`
}
