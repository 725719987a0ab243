import { expect, test } from 'vitest'
import { laterValues, valuesWithGap } from './later-values.ts'

test('a number that was used on either side is not used again', () => {
  const of = (name: string, value: string | null) => ({ name, value })
  const backup = [of('a', '9'), of('b', '10'), of('c', null), of('d', null), of('e', '3')]
  const replaced = [of('a', '10'), of('b', '9'), of('c', '4'), of('d', null), of('gone', '7')]
  expect(laterValues(backup, replaced)).toEqual([
    of('a', '10'),
    of('b', '10'),
    of('c', '4'),
    of('d', null),
    of('e', '3'),
  ])
})

test('without the replaced database, what links in mails name is far from what was assigned since', () => {
  const of = (name: string, value: string | null) => ({ name, value })
  const backup = [of('channels_id_seq', '500'), of('publications_id_seq', null), of('records_id_seq', '12')]
  expect(valuesWithGap(backup)).toEqual([
    of('channels_id_seq', '1000500'),
    of('publications_id_seq', '1000000'),
    of('records_id_seq', '12'),
  ])
})
