import { expect, test } from 'vitest'
import { cloudsAtFirst } from './clouds-at-first.ts'

const cloud = (id: number, is_retired = false) => ({
  id,
  machine_name: `cloud_${id}`,
  title: `Cloud ${id}`,
  domain: `cloud-${id}.example`,
  is_retired,
})

test('a new record has no clouds until the user selects some', () => {
  expect(cloudsAtFirst({ clouds: [cloud(1), cloud(2)] })).toEqual([])
})

test('a single active cloud is preselected', () => {
  expect(cloudsAtFirst({ clouds: [cloud(1, true), cloud(2)] })).toEqual([2])
})
