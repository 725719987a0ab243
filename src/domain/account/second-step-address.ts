import { originOf } from './sign-in-address.ts'

/** What an account may have beside its password. */
export const SECOND_STEP_METHODS = ['app', 'passkey'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

const SECOND_STEP_PATH = '/user/second-step'

/** What the address of the second page of signing in says. Nothing of it counts for the server. */
export interface SecondStepAsked {
  /** What the account has. */
  has: readonly SecondStepMethod[]
  /** The form to show: for the app's code, or for a recovery code. */
  isByRecoveryCode: boolean
  /** G-19 */
  origin: string | undefined
}

/** Without a word about it, the app: its form takes every code. */
export function secondStepAsked(query: URLSearchParams): SecondStepAsked {
  const named = (query.get('has') ?? '').split(',')
  const has = SECOND_STEP_METHODS.filter((method) => named.includes(method))
  return {
    has: has.length === 0 ? ['app'] : has,
    isByRecoveryCode: query.get('with') === 'recovery-code',
    origin: originOf(query),
  }
}

export function secondStepAddress({ has, isByRecoveryCode, origin }: SecondStepAsked): string {
  const query = new URLSearchParams()
  if (has.join() !== 'app') query.set('has', has.join())
  if (isByRecoveryCode) query.set('with', 'recovery-code')
  if (origin !== undefined) query.set('origin', origin)
  // Commas are as good as their code in a query.
  return query.size === 0
    ? SECOND_STEP_PATH
    : `${SECOND_STEP_PATH}?${query.toString().replaceAll('%2C', ',')}`
}
