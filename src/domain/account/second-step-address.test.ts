import { expect, test } from 'vitest'
import { secondStepAddress, secondStepAsked } from './second-step-address.ts'

const read = (query: string) => secondStepAsked(new URLSearchParams(query))

test('the address can be read back', () => {
  for (const has of [['app'], ['passkey'], ['app', 'passkey']] as const)
    for (const isByRecoveryCode of [false, true])
      for (const origin of [undefined, '/subscribe?a=b,c#d']) {
        const asked = { has, isByRecoveryCode, origin }
        expect(read(secondStepAddress(asked).split('?')[1] ?? '')).toEqual(asked)
      }
  expect(secondStepAddress({ has: ['app', 'passkey'], isByRecoveryCode: true, origin: '/subscribe' })).toBe(
    '/user/second-step?has=app,passkey&with=recovery-code&origin=%2Fsubscribe',
  )
})

test.each(['', 'has=', 'has=sms', 'with=sms', 'origin=//evil.example', 'origin=/user/second-step'])(
  '"%s" leads to the default page',
  (query) => {
    expect(secondStepAddress(read(query))).toBe('/user/second-step')
  },
)
