import { expect, test } from 'vitest'
import { explainListen } from './listen.ts'

test.each([
  ['EADDRNOTAVAIL', 'HOST 192.0.2.1 is not an address of this machine.'],
  ['ENOTFOUND', 'HOST 192.0.2.1 is not an address of this machine.'],
  ['EACCES', 'This user may not use port 80. Set PORT to a number above 1023.'],
  ['EOTHER', 'Cannot listen on 192.0.2.1:80: listen'],
])('%s is explained in one line', (code, line) => {
  const error = Object.assign(new Error('listen'), { code })
  expect(explainListen(error, { host: '192.0.2.1', port: 80 })).toBe(line)
})
