import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFrom } from '../../../tests/support/read-from.ts'
import { toBackups } from './backup-config.ts'

const DATA = '/var/lib/candor'

test('by default backups are made only by hand, into the data folder', () => {
  expect(toBackups(readFrom({}), DATA)).toEqual({
    everyHours: undefined,
    folder: join(DATA, 'backups'),
    keep: 7,
    passphrase: undefined,
  })
})

test('reads every variable', () => {
  const passphrase = 'correct horse battery'
  const env = {
    BACKUP_EVERY_HOURS: '6',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_KEEP: '28',
    BACKUP_PASSPHRASE: passphrase,
  }
  expect(toBackups(readFrom(env), DATA)).toEqual({
    everyHours: 6,
    folder: '/mnt/backups',
    keep: 28,
    passphrase,
  })
})

describe('an invalid value gives one line that names its variable', () => {
  test.each([
    ['BACKUP_EVERY_HOURS', '0'],
    ['BACKUP_EVERY_HOURS', 'daily'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEEP', '-1'],
    ['BACKUP_PASSPHRASE', 'too short'],
  ])('%s=%s', (name, value) => {
    expect(() => toBackups(readFrom({ [name]: value }), DATA)).toThrow(new RegExp(`^${name} must be .+\\.$`))
  })
})
