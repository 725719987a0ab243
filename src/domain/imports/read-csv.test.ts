import { describe, expect, test } from 'vitest'
import { listed, readCsv } from './read-csv.ts'

const OF = { columns: ['day', 'blocked'] as const, limits: { bytes: 1_000, lines: 3 } }

test('columns are found by name in any order, and others are ignored', async () => {
  expect(await readCsv('\uFEFFBlocked,note,Day\r\n5,x,2026-11-15\r\n', OF)).toEqual({
    kind: 'read',
    lines: [{ line: 2, cells: { day: '2026-11-15', blocked: '5' } }],
    table: { header: ['Blocked', 'note', 'Day'], sample: [['5', 'x', '2026-11-15']] },
  })
})

test('columns with other names are chosen by hand', async () => {
  const text = 'When;How many\n2026-11-15;5'
  const asked = await readCsv(text, OF)
  expect(asked).toMatchObject({ kind: 'refused', table: { header: ['When', 'How many'] } })
  expect(await readCsv(text, { ...OF, named: { day: 'When', blocked: 'How many' } })).toMatchObject({
    kind: 'read',
    lines: [{ line: 2, cells: { day: '2026-11-15', blocked: '5' } }],
  })
})

test.each([
  ['day,blocked,note\n1,2,a; b\tc', 'a; b\tc'],
  ['day;blocked;"note, or\nmore, or more"\n1;2;a, b', 'a, b'],
  ['\n\uFEFFday\tblocked\tnote\n1\t2\ta, b; c', 'a, b; c'],
])('the first line says what separates cells (%j)', async (text, note) => {
  const read = await readCsv(text, OF)
  expect(read).toMatchObject({ kind: 'read', table: { sample: [['1', '2', note]] } })
})

test('every mistake is listed, with its line and column', async () => {
  const read = await readCsv('day,blocked\n=1,2\n3,=4\n5', OF)
  expect(read.kind === 'refused' && read.problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'day'],
    [3, 'blocked'],
    [4, undefined],
  ])
})

test('an answer lists the first problems and counts the others', async () => {
  const problems = Array.from({ length: 1_001 }, (_, index) => ({
    where: `Line ${index}`,
    message: 'Wrong.',
  }))
  expect(listed(problems.slice(1))).toEqual(problems.slice(1))
  expect(listed(problems).slice(-2)).toEqual([
    { where: 'Line 999', message: 'Wrong.' },
    { where: 'More', message: '1 more problem is not listed.' },
  ])
})

test('prose may be long and begin with a hyphen', async () => {
  expect(await readCsv('day,blocked\n- fixed,1', { ...OF, texts: ['day'] })).toMatchObject({ kind: 'read' })
})

test.each(['\n', '\r\n', '\r'])(
  'lines are counted as in an editor, even after multi-line cells and empty lines (%j)',
  async (end) => {
    const text = 'day,blocked,note\n1,2,"a\nb\nc"\n\n3,4,x\n5,"6\n",y'.replaceAll('\n', end)
    const read = await readCsv(text, OF)
    expect(read.kind === 'read' && read.lines.map(({ line }) => line)).toEqual([2, 6, 7])
    const open = await readCsv(`${text}${end}8,9,z"z`, OF)
    expect(open.kind === 'refused' && open.problems.map(({ line }) => line)).toEqual([9])
  },
)

test('a file of many parts is read as one, and other work goes on meanwhile', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},"Zürich 🌍\n${index}"`)
  const limits = { bytes: 10_000_000, lines: 100_000 }
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  const read = await readCsv(['day,blocked', ...rows].join('\r\n'), { ...OF, limits })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
  const lines = read.kind === 'read' ? read.lines : []
  expect(lines).toHaveLength(20_000)
  expect(lines.find(({ cells }, index) => cells.blocked !== `Zürich 🌍\n${index}`)).toBeUndefined()
  expect(lines.at(-1)?.line).toBe(2 * 20_000)
})

test('semicolons are accepted as separators', async () => {
  expect(await readCsv('day;blocked\n1;2', OF)).toMatchObject({
    kind: 'read',
    lines: [{ cells: { blocked: '2' } }],
  })
})

describe('a table is refused completely', () => {
  test.each([
    ['that is empty', '', 1, 'The file is empty.'],
    ['without a column', 'day\n1', 1, 'There is no column blocked.'],
    ['with a short line', 'day,blocked\n1,2\n3', 3, 'It has 1 cells; the first line has 2.'],
    ['with too many lines', 'day,blocked\n1,1\n2,2\n3,3\n4,4', 5, 'more than 3 lines'],
    ['with too many lines in quotes', 'day,blocked\n1,"1"\n\n2,2\n3,3\n4,4', 6, 'more than 3 lines'],
    ['that is too large', `day,blocked\n${'1'.repeat(1_000)},2`, 1, 'the limit is 0.0 MB.'],
    ['with an endless cell', 'day,blocked\n"1,2', 2, 'Quote Not Closed'],
  ])('%s', async (_, text, line, message) => {
    const read = await readCsv(text, OF)
    expect(read.kind === 'refused' && read.problems[0]).toMatchObject({ line })
    expect(read.kind === 'refused' && read.problems[0]?.message).toContain(message)
  })

  test.each(['=1+1', '+41', '-5', '@SUM(A1)', '"=cmd|\' /C calc\'!A0"'])(
    'with the formula %s',
    async (cell) => {
      const read = await readCsv(`day,blocked\n1,2\n${cell},3`, OF)
      expect(read).toMatchObject({ kind: 'refused', problems: [{ line: 3 }] })
      expect(read.kind === 'refused' && read.problems[0]?.message).toContain('Formulas are not allowed.')
    },
  )
})
