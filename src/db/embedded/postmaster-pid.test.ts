import { expect, test } from 'vitest'
import { parsePidFile } from './postmaster-pid.ts'

const READY = '12882\n/srv/data/postgres\n1794711047\n5432\n/srv/data/socket\n\n  1234 5678\nready   \n'

test('a pid file shows the process, the folder, and whether it is ready', () => {
  const server = { pid: 12882, dataDirectory: '/srv/data/postgres', socket: '/srv/data/socket' }
  expect(parsePidFile(READY)).toEqual({ ...server, isReady: true })
  expect(parsePidFile(READY.replace('ready   ', 'starting'))).toEqual({ ...server, isReady: false })
})

test('a new pid file is not ready, and one without content is empty', () => {
  expect(parsePidFile('12882\n/srv/data/postgres\n1794711047\n5432\n')).toMatchObject({
    pid: 12882,
    socket: '',
    isReady: false,
  })
  expect(parsePidFile('')).toBe('empty')
})
