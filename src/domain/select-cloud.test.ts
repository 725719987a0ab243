import { describe, expect, test } from 'vitest'
import { cloudOfPath, cloudOfQuery, pathOnCloud, selectCloud } from './select-cloud.ts'

const one = { domain: 'one.example', machine_name: 'one' }
const two = { domain: 'two.example', machine_name: 'two' }
const clouds = [one, two]

describe('G-14 selection order', () => {
  test('the domain in the path wins over the saved cloud', () => {
    expect(selectCloud(clouds, { path: '/one.example/incidents', savedMachineName: 'two' })).toBe(one)
  })
  test('without a domain in the path, the saved cloud counts', () => {
    expect(selectCloud(clouds, { path: '/sign-in', savedMachineName: 'two' })).toBe(two)
  })
  test('without either, the first cloud counts', () => {
    expect(selectCloud(clouds, { path: '/' })).toBe(one)
    expect(selectCloud(clouds, { path: '/', savedMachineName: 'gone' })).toBe(one)
  })
  test('without clouds the result is undefined', () => {
    expect(selectCloud([], { path: '/one.example' })).toBeUndefined()
  })
})

test('only a whole first segment names a cloud', () => {
  expect(cloudOfPath(clouds, '/two.example')).toBe(two)
  expect(cloudOfPath(clouds, '/two.example/')).toBe(two)
  expect(cloudOfPath(clouds, '/two.examples')).toBeUndefined()
  expect(cloudOfPath(clouds, '/posts/two.example')).toBeUndefined()
  expect(cloudOfPath(clouds, '/')).toBeUndefined()
})

test.each([
  ['trust.two.example', two],
  ['TRUST.Two.Example', two],
  ['two', two],
  ['TWO', two],
  ['trust.two', two],
  ['two.example', undefined],
  ['trust.', undefined],
  ['trust.three.example', undefined],
  ['trust.trust.two.example', undefined],
  ['trust.two.example ', undefined],
  ['\u0000', undefined],
  ['', undefined],
])('G-15 the query value %j names %o', (value, cloud) => {
  expect(cloudOfQuery(clouds, value)).toBe(cloud)
})

describe('G-16 changing cloud', () => {
  test.each([
    ['/one.example', '/two.example'],
    ['/one.example/incidents', '/two.example/incidents'],
    ['/one.example/posts/12', '/two.example/posts/12'],
    ['/one.example/services/dns-control', '/two.example/availability'],
  ])('rewrites the first segment of %s', (path, expected) => {
    expect(pathOnCloud(clouds, path, two)).toBe(expected)
  })
  test.each(['/sign-in', '/subscribe', '/notification/7', '/one.example/notification/7'])(
    'stays on %s',
    (path) => {
      expect(pathOnCloud(clouds, path, two)).toBe(path)
    },
  )
  test.each(['/', '/thank-you', '/no-such-page', '/sign-in-help', '/notifications'])(
    'leads from %s, which belongs to no cloud, to the home of the new one',
    (path) => {
      expect(pathOnCloud(clouds, path, two)).toBe('/two.example')
    },
  )
})
