import { describe, expect, test } from 'vitest'
import {
  explainCreating,
  explainError,
  explainOpening,
  isAboutAnotherServer,
  lastComplaint,
} from './explain.ts'

test('quotes the last serious message without its timestamp', () => {
  const log = [
    '2026-11-15 02:50:47.957 UTC [12882] LOG:  starting PostgreSQL 18.4',
    '2026-11-15 02:50:47.958 UTC [12888] LOG:  invalid checkpoint record',
    '2026-11-15 02:50:47.958 UTC [12888] PANIC:  could not locate a valid checkpoint record at 0/174B308',
    '2026-11-15 02:50:47.959 UTC [12895] FATAL:  the database system is starting up',
    '2026-11-15 02:50:48.110 UTC [12882] LOG:  aborting startup due to startup process failure',
    '',
  ].join('\n')
  expect(lastComplaint(log)).toBe('could not locate a valid checkpoint record at 0/174B308')
})

test('quotes the last line of a message without a level', () => {
  const output =
    'postgres: could not find the database system\nExpected to find it in the directory "/d",\n' +
    'but could not open file "/d/postgres/global/pg_control": No such file or directory\n'
  expect(lastComplaint(output)).toBe('but could not open file "global/pg_control": No such file or directory')
})

test("shortens PostgreSQL's output to one line", () => {
  const { line } = explainOpening('./data', `FATAL:  ${'very '.repeat(100)}\tlong`)
  expect(line).not.toMatch(/[\n\t]/)
  expect(line.length).toBeLessThan(320)
  expect(line).toContain('…')
  expect(explainOpening('./data', '').line).toContain('PostgreSQL says: nothing')
})

describe('causes other than damage have their own line', () => {
  test.each([
    [
      'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      'disk that holds the data folder ./data is full',
    ],
    ['FATAL:  could not open file "x": Read-only file system', 'read-only disk'],
    ['FATAL:  could not open file "x": Permission denied', 'may not write to the data folder ./data'],
    ['FATAL:  data directory "/d" has wrong ownership', 'may not write to the data folder ./data'],
    [
      'postgres: error while loading shared libraries: libicui18n.so.60: cannot open',
      'does not run on this system',
    ],
    ['/x/initdb: error while loading shared libraries: libicuuc.so.60: cannot', '(error while loading'],
    ['spawn /x/postgres ENOENT', 'does not run on this system'],
    ['FATAL:  could not create any Unix-domain sockets', 'Set DATA_DIR to a folder on another disk'],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'too little memory'],
    ['initdb: error: could not look up effective user ID 12345: user does not exist', '/etc/passwd'],
  ])('%s', (output, expected) => {
    const opening = explainOpening('./data', output)
    expect(opening.line).toContain(expected)
    expect(explainCreating('./data', output)).toContain(expected)
    expect(opening.isDamaged).toBeUndefined()
    expect(opening.line).not.toContain('backup')
  })
})

test('damage comes with ways out', () => {
  expect(explainOpening('./data', 'FATAL:  required WAL directory "pg_wal" does not exist')).toEqual({
    kind: 'refused',
    line:
      'The data folder ./data cannot be opened (PostgreSQL says: required WAL directory "pg_wal" does not exist). ' +
      'Bring it back from a backup with npm run restore -- <file> --yes, or move it away to start afresh.',
    isDamaged: true,
  })
})

test('explains errors of the file system', () => {
  const error = Object.assign(new Error("EACCES: permission denied, mkdir '/data'"), { code: 'EACCES' })
  expect(explainError('/data', error)).toContain('may not write to the data folder /data')
  expect(explainError('/data', 'odd')).toContain('The data folder /data cannot be used (odd).')
})

test('a server of another process, or one that is ending, is not damage', () => {
  expect(isAboutAnotherServer('FATAL:  lock file "postmaster.pid" already exists')).toBe(true)
  expect(isAboutAnotherServer('FATAL:  pre-existing shared memory block (key 5, ID 7) is still in use')).toBe(
    true,
  )
  expect(isAboutAnotherServer('FATAL:  required WAL directory "pg_wal" does not exist')).toBe(false)
})

test('a full disk is the reason, whatever PostgreSQL reports after it', () => {
  const output = `FATAL:  could not extend file "base/1/2": No space left on device
PANIC:  cannot abort transaction 1, it was already committed
child process was terminated by signal 6: Aborted`
  expect(explainCreating('./data', output)).toBe(
    'The disk that holds the data folder ./data is full. Free some space on it and start again.',
  )
})

test('a disk with room is not called full without a reason', () => {
  expect(explainOpening('.', '').line).toContain('PostgreSQL says: nothing')
})
