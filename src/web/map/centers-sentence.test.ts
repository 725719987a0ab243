import { expect, test } from 'vitest'
import type { CenterState } from '../../domain/map/center-state.ts'
import { centersSentence } from './centers-sentence.ts'

test('says where a cloud runs', () => {
  const sentence = centersSentence('northwall.net', [...of('Europe', 3), ...of('Oceania', 1)])
  expect(sentence).toEqual({ where: 'northwall.net runs in 4 data centers in 2 regions', troubles: [] })
})

test('uses singular for one and a comma for thousands', () => {
  expect(centersSentence('a.net', of('Europe', 1)).where).toBe('a.net runs in 1 data center in 1 region')
  expect(centersSentence('a.net', of('Europe', 1200)).where).toContain('1,200 data centers')
})

test('lists trouble, worst first', () => {
  const { troubles } = centersSentence('a.net', [
    ...of('Europe', 1, 'under_maintenance'),
    ...of('Europe', 1, 'service_degradation'),
    ...of('Oceania', 2, 'service_disruption'),
    ...of('Oceania', 5),
  ])
  expect(troubles.map(({ words }) => words)).toEqual([
    '2 are disrupted',
    '1 is degraded',
    '1 is under maintenance',
  ])
})

function of(region: string, amount: number, state: CenterState = 'operational') {
  return Array.from({ length: amount }, () => ({ region, state }))
}
