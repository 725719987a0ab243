import { expect, test } from 'vitest'
import { fillTemplate, isNestedTooDeeply, parsePath, textsAt, wrongPlaceholders } from './json-path.ts'

const root = JSON.parse(
  '{"groupKey":"g","alerts":[{"labels":{"a b":"spaced","x.y":"dotted","n":7,"ok":true}}],"teams":[{"name":"one"},{"name":"two"}],"__proto__":{"own":"read as any name"},"empty":"","nothing":null}',
)

function found(path: string, item: unknown = root) {
  const parsed = parsePath(path)
  return parsed === undefined ? 'invalid' : textsAt(parsed, { root, item })
}

test.each([
  ['groupKey', ['g']],
  ['$.groupKey', ['g']],
  ['alerts[0].labels.n', ['7']],
  ['alerts[0].labels.ok', ['true']],
  ['alerts[0].labels["a b"]', ['spaced']],
  ['alerts[0]["labels"]["x.y"]', ['dotted']],
  ['teams[*].name', ['one', 'two']],
  ['missing | teams[1].name', ['two']],
  ['empty | nothing | groupKey', ['g']],
  ['alerts[9].labels', []],
  ['alerts', []],
  ['', []],
])('the path %s finds %j', (path, texts) => {
  expect(found(path)).toEqual(texts)
})

test('a path starts at the alert, unless it starts with $', () => {
  expect(found('labels.n', root.alerts[0])).toEqual(['7'])
  expect(found('$.groupKey', root.alerts[0])).toEqual(['g'])
})

test.each(['a..b', 'a[', 'a[-1]', 'a["b]', 'a b', '(x)', 'a.$', '|'])('%s is not a path', (path) => {
  expect(parsePath(path)).toBeUndefined()
})

test('only own properties are found', () => {
  for (const path of ['constructor', 'toString', 'alerts.length', 'groupKey.length', '__proto__.toString'])
    expect(found(path)).toEqual([])
  expect(found('__proto__.own')).toEqual(['read as any name'])
})

test('texts are filled by path and stay plain text', () => {
  const scope = { root: { a: '<b>1</b>', list: ['x', 'y'] }, item: { n: 2 } }
  expect(fillTemplate('{{$.a}} {{ n }} {{missing}} {{$.list}}', scope)).toBe('<b>1</b> 2  x, y')
  expect(wrongPlaceholders('{{a.b}} {{a..b}} {{}}')).toEqual(['a..b', ''])
})

test('a filled text is not filled again', () => {
  expect(fillTemplate('{{a}}', { root: {}, item: { a: '{{b}}', b: 'secret' } })).toBe('{{b}}')
})

test('nesting is measured without brackets in texts', () => {
  expect(isNestedTooDeeply(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(false)
  expect(isNestedTooDeeply(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe(true)
  expect(isNestedTooDeeply(`["${'['.repeat(100)}\\"${'['.repeat(100)}"]`)).toBe(false)
  expect(isNestedTooDeeply('['.repeat(1_000_000))).toBe(true)
})
