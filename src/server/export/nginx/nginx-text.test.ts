import { expect, test } from 'vitest'
import { addHeaders, block, exactly, literal, mapBlock, quoted } from './nginx-text.ts'

test('quotes values so that nothing in them ends the string', () => {
  expect(quoted('a "b" \\d')).toBe('"a \\"b\\" \\\\d"')
})

test('a dollar sign in content starts no variable', () => {
  expect(literal('/price/$5')).toBe('"/price/%245"')
})

test('matches text literally', () => {
  expect(new RegExp(`^${exactly('/a.b (c)')}$`).test('/a.b (c)')).toBe(true)
  expect(new RegExp(`^${exactly('/a.b')}$`).test('/axb')).toBe(false)
})

test('indents blocks', () => {
  expect(block('location /', [block('types', []), 'return 404;'])).toBe(
    'location / {\n  types {\n\n  }\n  return 404;\n}',
  )
})

test('writes maps and headers', () => {
  expect(mapBlock('$a', '$b', [['default', '""']])).toBe('map "$a" $b {\n  default "";\n}')
  expect(addHeaders({ allow: 'GET' })).toEqual(['add_header allow "GET" always;'])
})
