// Builds the site into dist/ and leaves a stamp of its sources.
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { BUILD_STAMP, sourceStamp } from './source-stamp.mjs'

const FOR_BROWSERS = ['dist/client', 'dist/admin']
const COMPRESSIBLE = /\.(css|js|svg|webmanifest)$/
const WORTH_COMPRESSING_BYTES = 512

// The caller may be in development mode, like all our scripts; the build never is.
process.env.NODE_ENV = 'production'
rmSync('dist', { recursive: true, force: true })
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
for (const folder of FOR_BROWSERS) await precompress(folder)
describeCli('dist/cli')
writeFileSync(BUILD_STAMP, sourceStamp())

/** The command line as a package of its own: `npm pack ./dist/cli`. It needs nothing but Node. @param {string} folder */
function describeCli(folder) {
  const { version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const described = {
    name: 'candor-cli',
    version,
    description: 'Open, update and resolve incidents of a Candor status site from the command line.',
    license,
    type: 'module',
    engines,
    bin: { candor: 'candor.js' },
    files: ['candor.js', 'README.md', 'LICENSE'],
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
  copyFileSync('src/cli/README.md', join(folder, 'README.md'))
  const program = join(folder, 'candor.js')
  const code = readFileSync(program, 'utf8')
  if (!code.startsWith('#!')) writeFileSync(program, `#!/usr/bin/env node\n${code}`)
  chmodSync(program, 0o755)
}

/** Once here at the highest quality, never while a reader waits. @param {string} folder */
async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => COMPRESSIBLE.test(file) && statSync(file).size >= WORTH_COMPRESSING_BYTES)
  for (const file of files) {
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
