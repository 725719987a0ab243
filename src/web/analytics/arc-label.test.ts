import { expect, test } from 'vitest'
import { arcLabel } from './arc-label.ts'

const ring = { inner: 100, outer: 180 }
const turn = 2 * Math.PI

test('O-05 labels are level where the arc has room', () => {
  const right = arcLabel('Emotet', { ...ring, start: 0.2 * turn, end: 0.3 * turn }, [12])
  expect(right).toMatchObject({ lines: ['Emotet'], x: 140, rotation: 0 })
  expect(right?.y).toBeCloseTo(0)
  const top = arcLabel('Emotet', { ...ring, start: -0.05 * turn, end: 0.05 * turn }, [12])
  expect(top).toMatchObject({ y: -140, rotation: 0 })
  expect(top?.x).toBeCloseTo(0)
})

test('O-05 labels are never upside down', () => {
  for (let part = 0; part < 24; part++) {
    const label = arcLabel(
      'Qakbot',
      { ...ring, start: (part / 24) * turn, end: ((part + 1.6) / 24) * turn },
      [12],
    )
    expect(Math.abs(label?.rotation ?? 0)).toBeLessThanOrEqual(90)
  }
})

test('O-05 a label takes two lines where one does not fit, and is left out where two do not fit either', () => {
  const arc = { ...ring, start: 0.22 * turn, end: 0.28 * turn }
  expect(arcLabel('Browser exploit', arc, [12])?.lines).toEqual(['Browser', 'exploit'])
  expect(arcLabel('Adversary-in-the-middle', arc, [12])).toBeUndefined()
  expect(arcLabel('Emotet', { ...ring, start: 0, end: 0.008 * turn }, [12])).toBeUndefined()
})
