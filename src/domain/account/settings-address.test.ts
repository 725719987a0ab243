import { expect, test } from 'vitest'
import { settingsPath, sharedSettingsPath, uidOfAddress } from './settings-address.ts'

test('A-17 the settings of an account are at its id', () => {
  expect(settingsPath(7)).toBe('/user/7/edit')
  expect(uidOfAddress('7')).toBe(7)
  expect(uidOfAddress('2147483647')).toBe(2_147_483_647)
})

test.each(['0', '07', '-1', '1.5', '2147483648', 'seven', '', undefined])(
  'A-17 %s is not an account id',
  (uid) => {
    expect(uidOfAddress(uid)).toBeUndefined()
  },
)

test("A-17 all ids share one server page, and other paths don't", () => {
  expect(sharedSettingsPath('/user/7/edit')).toBe(sharedSettingsPath('/user/2147483647/edit'))
  for (const path of ['/user/0/edit', '/user/seven/edit', '/user/7', '/user/7/edit/more', '/user/password']) {
    expect(sharedSettingsPath(path)).toBeUndefined()
  }
})
