// Builds the site into dist/ and leaves a stamp of its sources.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
writeFileSync(BUILD_STAMP, sourceStamp())

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
