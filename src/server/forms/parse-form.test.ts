import { expect, test } from 'vitest'
import { parseForm } from './parse-form.ts'

test('a form is read as browsers write it', () => {
  expect(parseForm('name=a%40b.example&pass=x+%2B%26%3D%C3%A4')).toEqual({
    name: 'a@b.example',
    pass: 'x +&=ä',
  })
  expect(parseForm('')).toEqual({})
})

test('a field that comes twice, and more fields than any form has, are refused', () => {
  expect(() => parseForm('name=a&name=b')).toThrow('invalid')
  expect(() => parseForm(Array.from({ length: 11 }, (_, i) => `f${i}=1`).join('&'))).toThrow('invalid')
})

test('a name that means something to programs is a name like any other', () => {
  const fields = parseForm('__proto__=a&constructor=b')
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})
