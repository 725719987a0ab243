import { expect, test } from 'vitest'
import { hashOfRequest } from './answer-to-program.ts'

const POST = { method: 'POST', url: '/api/v1/incidents' }

test('a repeated request is recognized whatever the order of its fields, another one is not', () => {
  const hash = hashOfRequest({ ...POST, body: { title: 'Slow', places: { b: [1, 2], a: null } } })
  expect(hashOfRequest({ ...POST, body: { places: { a: null, b: [1, 2] }, title: 'Slow' } })).toEqual(hash)
  expect(hashOfRequest({ ...POST, body: { title: 'Slow', places: { b: [2, 1], a: null } } })).not.toEqual(
    hash,
  )
  expect(hashOfRequest({ ...POST, url: '/api/v1/maintenance', body: {} })).not.toEqual(hash)
})

test('an uploaded file counts by its digest; its bytes are not listed one by one', () => {
  const file = (digest: string) => ({
    get bytes(): Buffer {
      throw new Error('Its bytes were read.')
    },
    toJSON: () => digest,
  })
  const hash = hashOfRequest({ ...POST, body: file('one') })
  expect(hashOfRequest({ ...POST, body: file('one') })).toEqual(hash)
  expect(hashOfRequest({ ...POST, body: file('other') })).not.toEqual(hash)
})
