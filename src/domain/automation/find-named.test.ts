import { expect, test } from 'vitest'
import { findAllNamed, findNamed, type Nameable } from './find-named.ts'

const THINGS: Nameable[] = [
  { id: 1, names: ['Gateway', 'Core/Gateway'], isRetired: false },
  { id: 2, names: ['Gateway', 'Edge/Gateway'], isRetired: false },
  { id: 3, names: ['Mail', 'Core/Mail'], isRetired: false },
  { id: 4, names: ['Fax', 'Core/Fax'], isRetired: true },
]

test('Z-08 a name is found whatever its capitals, and a number is a number', () => {
  expect(findNamed('mail', THINGS, 'service')).toEqual({ kind: 'found', id: 3 })
  expect(findNamed('core / gateway'.replaceAll(' ', ''), THINGS, 'service')).toEqual({ kind: 'found', id: 1 })
  expect(findNamed(2, THINGS, 'service')).toEqual({ kind: 'found', id: 2 })
  expect(findNamed('2', THINGS, 'service')).toEqual({ kind: 'found', id: 2 })
})

test('Z-08 a name of two things says how to tell them apart', () => {
  expect(findNamed('Gateway', THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: '"Gateway" matches more than one service: Core/Gateway (1), Edge/Gateway (2).',
  })
})

test('Z-08 a name of nothing is answered with the nearest', () => {
  expect(findNamed('Mial', THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: 'There is no service "Mial". The nearest are: Mail, Core/Mail, Gateway.',
  })
  expect(findNamed(99, THINGS, 'service')).toEqual({
    kind: 'wrong',
    sentence: 'There is no service 99.',
  })
})

test('Z-08 what is retired is known by its number alone', () => {
  expect(findNamed('Fax', THINGS, 'service').kind).toBe('wrong')
  expect(findNamed(4, THINGS, 'service')).toEqual({ kind: 'found', id: 4 })
})

test('Z-08 of several names each wrong one is told of, and none twice', () => {
  expect(findAllNamed(['mail', 3], THINGS, 'service')).toEqual({ kind: 'found', ids: [3] })
  expect(findAllNamed(['mail', 'x', 98], THINGS, 'service').kind).toBe('wrong')
})
