import { expect, test } from 'vitest'
import { type CalloutAsked, sunburstCallouts } from './sunburst-callouts.ts'

const ROOM = { radius: 165, halfWidth: 214, halfHeight: 190, size: 11.5 }
const asked = (name: string, part: number): CalloutAsked => ({
  key: name,
  name,
  angle: 2 * Math.PI * part,
  fromRadius: 157,
})

test('O-05 a name is beside its segment, on the same side and outside the rings', () => {
  const [right] = sunburstCallouts([asked('Emotet', 0.12)], ROOM)
  expect(right?.anchor).toBe('start')
  expect(Math.hypot(right?.x ?? 0, right?.y ?? 0)).toBeGreaterThan(ROOM.radius)
  const [left] = sunburstCallouts([asked('Emotet', 0.88)], ROOM)
  expect(left).toMatchObject({ anchor: 'end', x: -(right?.x ?? 0), y: right?.y })
})

test('O-05 in little room a name takes one line per word', () => {
  expect(sunburstCallouts([asked('Cobalt Strike beacon', 0.77)], ROOM)[0]?.lines).toEqual([
    'Cobalt',
    'Strike',
    'beacon',
  ])
})

test('O-05 names do not overlap', () => {
  const names = ['Lateral movement', 'Process injection', 'Credential dumping', 'PDF lure']
  const callouts = sunburstCallouts(
    names.map((name, index) => asked(name, 0.86 + index * 0.03)),
    ROOM,
  )
  expect(callouts).toHaveLength(4)
  const left = callouts.filter(({ anchor }) => anchor === 'end').sort((a, b) => a.y - b.y)
  for (const [index, { y }] of left.slice(1).entries()) expect(y - (left[index]?.y ?? 0)).toBeGreaterThan(11)
})

test('O-05 a name without room is left out', () => {
  expect(sunburstCallouts([asked('Emotet', 0.25)], { ...ROOM, halfWidth: 166, halfHeight: 100 })).toEqual([])
})
