import { describe, expect, test } from 'vitest'
import { RefusalBrake } from './refusal-brake.ts'

describe('refusals are about addresses', () => {
  test('when they are few', () => {
    expect(brakeAfter('')).toBe(false)
    expect(brakeAfter('r')).toBe(false)
    expect(brakeAfter('rrrr')).toBe(false)
  })

  test('when others are accepted, even fewer on a small site', () => {
    expect(brakeAfter('trrrrrrrr')).toBe(false)
    expect(brakeAfter('rrrrrrrrt')).toBe(false)
  })

  test('when they are half of the last twenty', () => {
    expect(brakeAfter(`${'t'.repeat(10)}${'r'.repeat(10)}`)).toBe(false)
    expect(brakeAfter(`${'r'.repeat(50)}${'t'.repeat(10)}${'r'.repeat(10)}`)).toBe(false)
  })
})

describe('refusals are about us', () => {
  test('when a server has accepted nothing and refused five', () => {
    expect(brakeAfter('rrrrr')).toBe(true)
  })

  test('when they are more than half of the last twenty, whatever came before', () => {
    expect(brakeAfter(`${'t'.repeat(9)}${'r'.repeat(11)}`)).toBe(true)
    expect(brakeAfter(`${'t'.repeat(1_000)}${'r'.repeat(11)}`)).toBe(true)
  })

  test('until enough others are accepted', () => {
    expect(brakeAfter(`${'r'.repeat(20)}${'t'.repeat(9)}`)).toBe(true)
    expect(brakeAfter(`${'r'.repeat(20)}${'t'.repeat(10)}`)).toBe(false)
  })
})

test('counts one address once, by its last outcome', () => {
  const brake = new RefusalBrake()
  for (let count = 0; count < 100; count += 1) brake.record('ada@customer.example', 'refused')
  expect(brake.isOn).toBe(false)
  for (const name of ['bea', 'cyd', 'dan', 'eva']) brake.record(`${name}@customer.example`, 'refused')
  expect(brake.isOn).toBe(true)
  brake.record('ada@customer.example', 'taken')
  expect(brake.isOn).toBe(false)
})

/** `t` for taken, `r` for refused, each for another address. */
function brakeAfter(words: string) {
  const brake = new RefusalBrake()
  for (const [at, word] of [...words].entries()) {
    brake.record(`${at}@customer.example`, word === 't' ? 'taken' : 'refused')
  }
  return brake.isOn
}
