import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatChosen, MOST_CHOSEN, parseChosen } from '../../domain/chosen-places.ts'
import { addOnDevice, devicePlaces, flipOnDevice, isStoredOnDevice, MINE_NAME } from './device-places.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
}

beforeEach(() => vi.stubGlobal('localStorage', storage))
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

test('U-12 a star is stored on the device, and a second press removes it', () => {
  expect(flipOnDevice('service', 12)).toBe(true)
  flipOnDevice('data-center', 7)
  expect(stored.get(MINE_NAME)).toBe('s12,d7')
  flipOnDevice('service', 12)
  flipOnDevice('data-center', 7)
  expect(stored.has(MINE_NAME)).toBe(false)
})

test('keeping a shared selection never overwrites the own one', () => {
  flipOnDevice('service', 12)
  addOnDevice(parseChosen('s3,d7'))
  expect(formatChosen(devicePlaces())).toBe('s3,s12,d7')
})

test('a shared selection that does not fit leaves the own stars, and says so', () => {
  const many = (kind: 's' | 'd', count: number) =>
    parseChosen(Array.from({ length: count }, (_, index) => `${kind}${index + 1}`).join())
  expect(addOnDevice(many('d', 60))).toBe(true)
  expect(addOnDevice(many('s', 60))).toBe(false)
  expect(devicePlaces().dataCenters).toHaveLength(60)
  expect(devicePlaces().services).toEqual(many('s', MOST_CHOSEN - 60).services)
  expect(addOnDevice(many('d', 60))).toBe(true)
})

test('a full device refuses another star instead of losing one', () => {
  addOnDevice(parseChosen(Array.from({ length: MOST_CHOSEN }, (_, index) => `d${index + 1}`).join()))
  expect(flipOnDevice('service', 1)).toBe(false)
  expect(devicePlaces().dataCenters).toHaveLength(MOST_CHOSEN)
  expect(flipOnDevice('data-center', 1)).toBe(true)
})

test('a damaged entry counts as no stars', () => {
  stored.set(MINE_NAME, '{"a":1}')
  expect(formatChosen(devicePlaces())).toBe('')
})

test('without storage, stars last for the page', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  flipOnDevice('service', 12)
  expect(formatChosen(devicePlaces())).toBe('s12')
  expect(isStoredOnDevice()).toBe(false)
})
