import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'

test('files of this process are its own until it drops the tag', () => {
  const tag = makeTag()
  expect(isMakerGone(`x.part-${tag}`)).toBe(false)
  dropTag(tag)
  expect(isMakerGone(`x.part-${tag}`)).toBe(true)
})

test('cleans up after an ended process, but not on another machine', () => {
  const { pid } = spawnSync('true')
  const [host] = makeTag().split('-')
  expect(isMakerGone(`x.part-${host}-${pid}-0123abcd`)).toBe(true)
  expect(isMakerGone(`x.part-${host}-1-0123abcd`)).toBe(false)
  expect(isMakerGone(`x.part-else${host}-${pid}-0123abcd`)).toBe(false)
  expect(isMakerGone('candor-2026.tar')).toBe(false)
})
