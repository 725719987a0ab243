import { expect, test } from 'vitest'
import { deck, randomNamed } from './random.ts'

test('the same name gives the same numbers, another name gives others', () => {
  const take = (name: string) => {
    const random = randomNamed(name)
    return Array.from({ length: 20 }, () => random.next())
  }
  expect(take('incidents')).toEqual(take('incidents'))
  expect(take('incidents')).not.toEqual(take('maintenance'))
})

test('integers include both ends and never exceed them', () => {
  const random = randomNamed('ends')
  const seen = new Set(Array.from({ length: 500 }, () => random.int(3, 7)))
  expect([...seen].sort()).toEqual([3, 4, 5, 6, 7])
})

test('a deck deals every card once before any repeats', () => {
  const cards = ['a', 'b', 'c', 'd', 'e']
  const deal = deck(randomNamed('cards'), cards)
  for (let round = 0; round < 4; round++) {
    expect(cards.map(() => deal()).sort()).toEqual(cards)
  }
})

test('refuses an empty deck', () => {
  expect(deck(randomNamed('none'), [])).toThrow('at least one')
})
