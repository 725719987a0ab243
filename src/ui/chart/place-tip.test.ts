import { expect, test } from 'vitest'
import { tipAbove, tipBeside } from './place-tip.ts'

const size = { width: 100, height: 40 }
const frame = { width: 300, height: 200, roomAbove: 400 }

test('O-05 a tooltip is above its target, or below if there is no room', () => {
  expect(tipAbove({ x: 150, y: 100 }, size, frame)).toEqual({ left: 100, top: 48 })
  expect(tipAbove({ x: 150, y: 20 }, size, frame)).toEqual({ left: 100, top: 32 })
})

test('O-05 a tooltip never leaves its frame sideways', () => {
  expect(tipAbove({ x: 10, y: 100 }, size, frame).left).toBe(0)
  expect(tipAbove({ x: 295, y: 100 }, size, frame).left).toBe(200)
  expect(tipBeside(50, size, frame).left).toBe(62)
  expect(tipBeside(250, size, frame).left).toBe(138)
})

test('O-05 a tooltip that would hide the line moves above the chart, or below if that is out of view', () => {
  expect(tipBeside(150, { width: 200, height: 40 }, frame)).toEqual({ left: 50, top: -52 })
  expect(tipBeside(40, { width: 290, height: 40 }, frame)).toEqual({ left: 0, top: -52 })
  expect(tipBeside(150, { width: 200, height: 40 }, { ...frame, roomAbove: 20 }).top).toBe(230)
})
