import type { Errors } from '../site-noun.ts'

/** Only the fields with something wrong; undefined when there are none. */
export function named(errors: Errors): Record<string, string> | undefined {
  const wrong = Object.entries(errors).filter((error): error is [string, string] => error[1] !== undefined)
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong)
}
