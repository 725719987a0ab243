import { originOf } from './sign-in-address.ts'

export const SECOND_STEP_METHODS = ['app', 'passkey'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

const SECOND_STEP_PATH = '/user/second-step'

/** The server doesn't trust these parameters. */
export interface SecondStepAsked {
  has: readonly SecondStepMethod[]
  isByRecoveryCode: boolean
  origin: string | undefined
}

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
  return query.size === 0
    ? SECOND_STEP_PATH
    : `${SECOND_STEP_PATH}?${query.toString().replaceAll('%2C', ',')}`
}
