import { expect, test } from 'vitest'
import { findAllNamed, findNamed, type Nameable } from './find-named.ts'

const THINGS: Nameable[] = [
  { id: 1, names: ['Gateway', 'Core/Gateway'], isRetired: false },
  { id: 2, names: ['Gateway', 'Edge/Gateway'], isRetired: false },
  { id: 3, names: ['Mail', 'Core/Mail'], isRetired: false },
  { id: 4, names: ['Fax', 'Core/Fax'], isRetired: true },
]

test('Z-08 names match in any case, and numbers are ids', () => {
  expect(findNamed('mail', THINGS, 'service')).toEqual({ kind: 'found', id: 3 })
  expect(findNamed('core / gateway'.replaceAll(' ', ''), THINGS, 'service')).toEqual({ kind: 'found', id: 1 })
  expect(findNamed(2, THINGS, 'service')).toEqual({ kind: 'found', id: 2 })
  expect(findNamed('2', THINGS, 'service')).toEqual({ kind: 'found', id: 2 })
})

test('Z-08 for an ambiguous name, the answer lists the candidates', () => {
  expect(findNamed('Gateway', THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: '"Gateway" matches more than one service: Core/Gateway (1), Edge/Gateway (2).',
  })
})

test('Z-08 for an unknown name, the answer lists the nearest', () => {
  expect(findNamed('Mial', THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: 'There is no service "Mial". The nearest are: Mail, Core/Mail, Gateway.',
  })
  expect(findNamed(99, THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: 'There is no service 99.',
  })
})

test('Z-08 retired things are found by id only', () => {
  expect(findNamed('Fax', THINGS, 'service').kind).toBe('wrong')
  expect(findNamed(4, THINGS, 'service')).toEqual({ kind: 'found', id: 4 })
})

test('Z-08 several names are looked up without duplicates, and wrong ones are reported', () => {
  expect(findAllNamed(['mail', 3], THINGS, 'service')).toEqual({ kind: 'found', ids: [3] })
  expect(findAllNamed(['mail', 'x', 98], THINGS, 'service').kind).toBe('wrong')
})
