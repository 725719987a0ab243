// Unpacks the package into TMPDIR: fonts everywhere, and its Chromium where that can run (x64).
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'

if (process.arch === 'x64') {
  await chromium.executablePath()
} else {
  const code = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  const { inflate } = await import(pathToFileURL(join(code, 'lambdafs.cjs')).href)
  await inflate(join(code, '../../bin/fonts.tar.br'))
}
