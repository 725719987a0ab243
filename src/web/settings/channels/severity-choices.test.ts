import { expect, test } from 'vitest'
import { chosenSeverity, severityChoices } from './severity-choices.ts'

const SEVERITIES = [
  { rank: 50, name: 'Service Disruption' },
  { rank: 40, name: 'Service Degradation' },
  { rank: 30, name: 'Under Investigation' },
]

test('A-17 the threshold goes from all incidents to only the most severe', () => {
  expect(severityChoices(SEVERITIES)).toEqual([
    { rank: 0, words: 'All incidents' },
    { rank: 40, words: 'Service Degradation or worse' },
    { rank: 50, words: 'Service Disruption only' },
  ])
})

test('A-17 a rank is shown as the equivalent choice', () => {
  const choices = severityChoices(SEVERITIES)
  expect([0, 35, 40, 50, 90].map((rank) => chosenSeverity(choices, rank))).toEqual([0, 40, 40, 50, 50])
})
