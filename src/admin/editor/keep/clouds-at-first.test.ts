import { expect, test } from 'vitest'
import { cloudsAtFirst } from './clouds-at-first.ts'

const cloud = (id: number, is_retired = false) => ({
  id,
  machine_name: `cloud_${id}`,
  title: `Cloud ${id}`,
  domain: `cloud-${id}.example`,
  is_retired,
})

test('a new record concerns no cloud until somebody chooses', () => {
  expect(cloudsAtFirst({ clouds: [cloud(1), cloud(2)] })).toEqual([])
})

test('where one cloud is left there is no choice', () => {
  expect(cloudsAtFirst({ clouds: [cloud(1, true), cloud(2)] })).toEqual([2])
})
