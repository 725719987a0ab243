import { expect, test } from 'vitest'
import { addHeaders, block, exactly, literal, mapBlock, quoted } from './nginx-text.ts'

test('values are quoted, so that nothing in them ends one', () => {
  expect(quoted('a "b" \\d')).toBe('"a \\"b\\" \\\\d"')
})

test('a dollar sign of somebody else begins no variable', () => {
  expect(literal('/price/$5')).toBe('"/price/%245"')
})

test('text is matched as it is written', () => {
  expect(new RegExp(`^${exactly('/a.b (c)')}$`).test('/a.b (c)')).toBe(true)
  expect(new RegExp(`^${exactly('/a.b')}$`).test('/axb')).toBe(false)
})

test('blocks are indented', () => {
  expect(block('location /', [block('types', []), 'return 404;'])).toBe(
    'location / {\n  types {\n\n  }\n  return 404;\n}',
  )
})

test('maps and headers', () => {
  expect(mapBlock('$a', '$b', [['default', '""']])).toBe('map "$a" $b {\n  default "";\n}')
  expect(addHeaders({ allow: 'GET' })).toEqual(['add_header allow "GET" always;'])
})
