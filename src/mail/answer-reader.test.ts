import { expect, test } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

test('answers are complete however the input is split', () => {
  const said = '250 Fine\r\n550-5.1.1 Who is that?\r\n550 5.1.1 Nobody.\r\n354\r\n'
  const whole = [
    { code: 250, status: '', words: 'Fine' },
    { code: 550, status: '5.1.1', words: '5.1.1 Who is that? Nobody.' },
    { code: 354, status: '', words: '' },
  ]
  expect(new AnswerReader().read(Buffer.from(said))).toEqual(whole)
  for (let at = 1; at < said.length; at += 1) {
    const reader = new AnswerReader()
    const parts = [said.slice(0, at), said.slice(at)]
    expect(parts.flatMap((part) => reader.read(Buffer.from(part)))).toEqual(whole)
  }
})

test('rejects invalid answers and endless lines', () => {
  const reader = new AnswerReader()
  expect(reader.read(Buffer.from('What?\r\n'))).toEqual([undefined])
  expect(reader.read(Buffer.alloc(5_000, 'a'))).toEqual([undefined])
})

test('keeps only the beginning of an endless answer', () => {
  const reader = new AnswerReader()
  for (let count = 0; count < 1_000; count += 1) {
    expect(reader.read(Buffer.from(`250-${'still at it '.repeat(10)}\r\n`))).toEqual([])
  }
  const [answer] = reader.read(Buffer.from('250 Taken\r\n'))
  expect(answer).toMatchObject({ code: 250 })
  expect(answer?.words.length).toBeLessThan(2_000)
  expect(reader.read(Buffer.from('250 Fine\r\n'))).toEqual([{ code: 250, status: '', words: 'Fine' }])
})
