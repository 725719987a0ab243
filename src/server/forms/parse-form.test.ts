import { expect, test } from 'vitest'
import { parseForm } from './parse-form.ts'

test('reads a form as browsers send it', () => {
  expect(parseForm('name=a%40b.example&pass=x+%2B%26%3D%C3%A4')).toEqual({
    name: 'a@b.example',
    pass: 'x +&=ä',
  })
  expect(parseForm('')).toEqual({})
})

test('refuses repeated fields, and more fields than any form has', () => {
  expect(() => parseForm('name=a&name=b')).toThrow('invalid')
  expect(() => parseForm(Array.from({ length: 11 }, (_, i) => `f${i}=1`).join('&'))).toThrow('invalid')
})

test('special names such as __proto__ are ordinary field names', () => {
  const fields = parseForm('__proto__=a&constructor=b')
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})
