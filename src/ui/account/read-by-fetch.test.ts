import { afterEach, describe, expect, test, vi } from 'vitest'
import { STAND_IN_HEADER } from '../../domain/edition-timing.ts'
import { addressOf, readByFetch, readNotingEdition, readOfEdition } from './read-by-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the address of a read', () => {
  test('fills the path from the fields it names and puts the others into the query', () => {
    expect(addressOf('/api/posts/:id', { id: 7, cloud: 'one' })).toBe('/api/posts/7?cloud=one')
    expect(addressOf('/api/notification/:id/:cloud', { id: 7, cloud: 'one' })).toBe('/api/notification/7/one')
  })
  test('repeats the name of a list and leaves out undefined fields', () => {
    const input = { cloud: 'one', category: undefined, datacenter: [3, 5] }
    expect(addressOf('/api/incident', input)).toBe('/api/incident?cloud=one&datacenter=3&datacenter=5')
  })
  test('escapes all values', () => {
    expect(addressOf('/api/dc_map/:cloud', { cloud: 'a/../b?c' })).toBe('/api/dc_map/a%2F..%2Fb%3Fc')
    expect(addressOf('/api/compliance', { cloud: 'a&b' })).toBe('/api/compliance?cloud=a%26b')
  })
  test('without fields is just the path', () => {
    expect(addressOf('/api/global', {})).toBe('/api/global')
  })
})

describe('a read', () => {
  test('returns the body, from the same origin', async () => {
    const fetch = answer(200, { data: 1 })
    expect(await readByFetch('/api/compliance', { cloud: 'one' })).toEqual({ data: 1 })
    expect(fetch).toHaveBeenCalledWith(
      '/api/compliance?cloud=one',
      expect.objectContaining({ credentials: 'same-origin' }),
    )
  })
  test.each([204, 205])('with status %d is empty', async (status) => {
    answer(status, undefined)
    expect(await readByFetch('/api/global', {})).toBeUndefined()
  })
  test('refused by the server throws the server’s message', async () => {
    answer(404, { message: 'There is no cloud "x".' })
    await expect(readByFetch('/api/compliance', { cloud: 'x' })).rejects.toThrow('There is no cloud "x".')
  })
  test('answered by something else throws the status', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    await expect(readByFetch('/api/global', {})).rejects.toThrow('The server answered with status 502.')
  })
  test('times out', async () => {
    const fetch = answer(200, {})
    await readByFetch('/api/global', {})
    expect(fetch.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)
  })
})

function answer(status: number, body: unknown) {
  const text = body === undefined ? null : JSON.stringify(body)
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => new Response(text, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a read returns the edition of its response, if it has one', async () => {
  const noted: number[] = []
  const read = readNotingEdition((edition) => noted.push(edition))
  for (const headers of [{ 'candor-edition': '6' }, {}]) {
    vi.stubGlobal('fetch', async () => Response.json({ data: 1 }, { headers }))
    expect(await read('/api/global', {})).toEqual({ data: 1 })
  }
  expect(noted).toEqual([6])
})

describe('a read of a known edition', () => {
  afterEach(() => vi.useRealTimers())

  function cacheWith(...editions: (number | undefined)[]) {
    vi.useFakeTimers()
    const fetch = vi.fn(async () => {
      const edition = editions[Math.min(fetch.mock.calls.length, editions.length) - 1]
      return Response.json(
        { edition },
        edition === undefined ? {} : { headers: { 'candor-edition': String(edition) } },
      )
    })
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  async function readAtLeast(edition: number) {
    const reading = readOfEdition(edition)('/api/global', {})
    await vi.runAllTimersAsync()
    return reading
  }

  test('retries while a cache returns an older edition', async () => {
    const fetch = cacheWith(6, 6, 7)
    expect(await readAtLeast(7)).toEqual({ edition: 7 })
    expect(fetch).toHaveBeenCalledTimes(3)
  })
  test('finally accepts an older edition: the content has not changed since', async () => {
    const fetch = cacheWith(6)
    expect(await readAtLeast(7)).toEqual({ edition: 6 })
    expect(fetch).toHaveBeenCalledTimes(4)
  })
  test('fails if the site is too busy for the edition', async () => {
    vi.useFakeTimers()
    const headers = { 'candor-edition': '6', [STAND_IN_HEADER]: '6' }
    vi.stubGlobal('fetch', async () => Response.json({ edition: 6 }, { headers }))
    const reading = expect(readOfEdition(7)('/api/global', {})).rejects.toThrow('too busy')
    await vi.runAllTimersAsync()
    await reading
  })
  test('is not too busy anymore once the edition has moved on: the browser keeps the mark of an unchanged answer', async () => {
    vi.useFakeTimers()
    const headers = { 'candor-edition': '7', [STAND_IN_HEADER]: '6' }
    vi.stubGlobal('fetch', async () => Response.json({ edition: 7 }, { headers }))
    expect(await readAtLeast(7)).toEqual({ edition: 7 })
    // The last publication did not change this answer, and a cache in front still has it.
    expect(await readAtLeast(8)).toEqual({ edition: 7 })
  })
  test.each([7, 8, undefined])('asks once if the response has edition %s', async (edition) => {
    const fetch = cacheWith(edition)
    expect(await readAtLeast(7)).toEqual(edition === undefined ? {} : { edition })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
