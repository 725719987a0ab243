import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressOf, readByFetch, readOfEdition } from './read-by-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the address of a read', () => {
  test('fills the path from the fields it names and puts the others into the query', () => {
    expect(addressOf('/api/posts/:id', { id: 7, cloud: 'one' })).toBe('/api/posts/7?cloud=one')
    expect(addressOf('/api/notification/:id/:cloud', { id: 7, cloud: 'one' })).toBe('/api/notification/7/one')
  })
  test('repeats the name of a list and leaves out what is undefined', () => {
    const input = { cloud: 'one', category: undefined, datacenter: [3, 5] }
    expect(addressOf('/api/incident', input)).toBe('/api/incident?cloud=one&datacenter=3&datacenter=5')
  })
  test('escapes whatever stands in a field', () => {
    expect(addressOf('/api/dc_map/:cloud', { cloud: 'a/../b?c' })).toBe('/api/dc_map/a%2F..%2Fb%3Fc')
    expect(addressOf('/api/compliance', { cloud: 'a&b' })).toBe('/api/compliance?cloud=a%26b')
  })
  test('of nothing is the path alone', () => {
    expect(addressOf('/api/global', {})).toBe('/api/global')
  })
})

describe('a read', () => {
  test('gives the body, asked for on the same origin', async () => {
    const fetch = answer(200, { data: 1 })
    expect(await readByFetch('/api/compliance', { cloud: 'one' })).toEqual({ data: 1 })
    expect(fetch).toHaveBeenCalledWith(
      '/api/compliance?cloud=one',
      expect.objectContaining({ credentials: 'same-origin' }),
    )
  })
  test.each([204, 205])('of status %d is empty', async (status) => {
    answer(status, undefined)
    expect(await readByFetch('/api/global', {})).toBeUndefined()
  })
  test('that the server refuses throws with the server’s message', async () => {
    answer(404, { message: 'There is no cloud "x".' })
    await expect(readByFetch('/api/compliance', { cloud: 'x' })).rejects.toThrow('There is no cloud "x".')
  })
  test('that something else answers throws with the status', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    await expect(readByFetch('/api/global', {})).rejects.toThrow('The server answered with status 502.')
  })
  test('that hangs is given up', async () => {
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

describe('a read of an edition that was heard of', () => {
  afterEach(() => vi.useRealTimers())

  /** A cache in front that gives these editions, one after the other. */
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

  async function readHearing(heard: number) {
    const reading = readOfEdition(heard)('/api/global', {})
    await vi.runAllTimersAsync()
    return reading
  }

  test('asks again while a cache gives an older one', async () => {
    const fetch = cacheWith(6, 6, 7)
    expect(await readHearing(7)).toEqual({ edition: 7 })
    expect(fetch).toHaveBeenCalledTimes(3)
  })
  test('takes what it gets in the end: it did not change since', async () => {
    const fetch = cacheWith(6)
    expect(await readHearing(7)).toEqual({ edition: 6 })
    expect(fetch).toHaveBeenCalledTimes(4)
  })
  test.each([7, 8, undefined])('asks once when the answer is of edition %s', async (edition) => {
    const fetch = cacheWith(edition)
    expect(await readHearing(7)).toEqual(edition === undefined ? {} : { edition })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
