import { expect, test } from 'vitest'
import { cellsIn, emptyRow, placeAfterKey, withPasted } from './grid-moves.ts'

const INSIDE = { isShift: false, isAtStart: false, isAtEnd: false }
const ALONE = { isShift: false, isAtStart: true, isAtEnd: true }

test('Z-04 arrow keys move between cells, but inside a text by letter first', () => {
  const from = { row: 1, column: 3 }
  expect(placeAfterKey(from, { key: 'ArrowDown', ...INSIDE }, 4)).toEqual({ row: 2, column: 3 })
  expect(placeAfterKey(from, { key: 'ArrowUp', ...INSIDE }, 4)).toEqual({ row: 0, column: 3 })
  expect(placeAfterKey(from, { key: 'ArrowLeft', ...INSIDE }, 4)).toBeUndefined()
  expect(placeAfterKey(from, { key: 'ArrowLeft', ...ALONE }, 4)).toEqual({ row: 1, column: 2 })
  expect(placeAfterKey(from, { key: 'ArrowRight', ...ALONE }, 4)).toEqual({ row: 1, column: 4 })
  expect(placeAfterKey(from, { key: 'Enter', ...INSIDE, isShift: true }, 4)).toEqual({ row: 0, column: 3 })
  expect(placeAfterKey(from, { key: 'a', ...ALONE }, 4)).toBeUndefined()
})

test('Z-04 the grid has edges', () => {
  expect(placeAfterKey({ row: 0, column: 0 }, { key: 'ArrowUp', ...ALONE }, 2)).toBeUndefined()
  expect(placeAfterKey({ row: 0, column: 7 }, { key: 'ArrowRight', ...ALONE }, 2)).toBeUndefined()
  expect(placeAfterKey({ row: 1, column: 7 }, { key: 'Enter', ...ALONE }, 2)).toBeUndefined()
})

test('Z-04 clipboard text from a spreadsheet is parsed as cells', () => {
  expect(cellsIn('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(cellsIn('"two\nlines"\t"say ""hi"""')).toEqual([['two lines', 'say "hi"']])
  expect(cellsIn('02:00\u201304:00')).toEqual([['02:00\u201304:00']])
})

test('Z-04 a pasted block fills cells from its position, adds rows and never columns', () => {
  const grid = [rowWith('Europe', ['1', '2', '3', '4', '5', '6', '7'])]
  const pasted = withPasted(grid, { row: 0, column: 6 }, [
    ['x', 'y', 'z'],
    ['u', 'v'],
  ])
  expect(pasted).toEqual([
    rowWith('Europe', ['1', '2', '3', '4', '5', 'x', 'y']),
    rowWith('', ['', '', '', '', '', 'u', 'v']),
  ])
  expect(withPasted(grid, { row: 0, column: 0 }, [['Asia', '02:00']])[0]?.title).toBe('Asia')
})

test('Z-04 pasting changes the text, not the look of a cell', () => {
  const row = emptyRow()
  const cells = row.cells.map((cell) => ({ ...cell, class_name: 'window' as const }))
  const [pasted] = withPasted([{ ...row, cells }], { row: 0, column: 1 }, [['02:00']])
  expect(pasted?.cells[0]).toEqual({ value: '02:00', class_name: 'window' })
})

function rowWith(title: string, values: string[]) {
  return { title, cells: values.map((value) => ({ value, class_name: '' as const })) }
}
