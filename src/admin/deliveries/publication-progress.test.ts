import { describe, expect, test } from 'vitest'
import type { SentPublication } from '../../contract/deliveries.ts'
import { publicationProgress, resultWords, retriedWords } from './publication-progress.ts'

const NONE = { waiting: 0, sent: 0, suppressed: 0, dead: 0 }

describe('the progress of a publication', () => {
  test.each<[string, Partial<SentPublication>, string, boolean]>([
    ['is still finding recipients', { expanded_at: null }, 'Sending', true],
    ['has pending messages', { results: [{ kind: 'email', ...NONE, waiting: 1, dead: 1 }] }, 'Sending', true],
    ['has no recipients', {}, 'No recipients', false],
    [
      'gave up on some messages',
      { results: [{ kind: 'slack', ...NONE, sent: 9, dead: 1 }] },
      'Not all sent',
      false,
    ],
    ['is complete', { results: [{ kind: 'email', ...NONE, sent: 9, suppressed: 1 }] }, 'Sent', false],
  ])('one that %s', (_, of, word, isUnderWay) => {
    expect(publicationProgress(sent(of))).toMatchObject({ word, isUnderWay })
  })

  test('is summed over all channels', () => {
    const results: SentPublication['results'] = [
      { kind: 'email', waiting: 1, sent: 2, suppressed: 3, dead: 4 },
      { kind: 'teams', waiting: 10, sent: 20, suppressed: 30, dead: 40 },
    ]
    expect(publicationProgress(sent({ results }))).toMatchObject({
      waiting: 11,
      sent: 22,
      suppressed: 33,
      dead: 44,
      total: 110,
    })
  })
})

test('a result leaves out zeros', () => {
  expect(resultWords({ ...NONE, sent: 1204, waiting: 296 })).toBe('1,204 sent, 296 waiting')
  expect(resultWords({ waiting: 0, sent: 0, suppressed: 2, dead: 1 })).toBe('0 sent, 1 failed, 2 skipped')
})

test('retried messages are counted', () => {
  expect(retriedWords(0)).toBe('There was nothing left to retry.')
  expect(retriedWords(1)).toBe('1 message is being retried.')
  expect(retriedWords(50_000)).toBe('50,000 messages are being retried.')
})

function sent(of: Partial<SentPublication>): SentPublication {
  return {
    publication: 1,
    record: 2,
    title: 'Sign-in fails',
    path: '/northwall.net/posts/2',
    step: 'opened',
    news: 'New incident',
    words: 'Traffic is slow in one region.',
    is_urgent: false,
    published_at: '2026-11-04T14:31:00.000Z',
    expanded_at: '2026-11-04T14:31:01.000Z',
    results: [],
    ...of,
  }
}
