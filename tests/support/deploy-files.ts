import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../../src/server/config.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function deployFile(path: string): string {
  return readFileSync(join(ROOT, 'deploy', path), 'utf8')
}

export function deployFilesIn(folder: string): string[] {
  return readdirSync(join(ROOT, 'deploy', folder)).map((name) => join(folder, name))
}

/**
 * The configuration that the program reads from these variables. An unknown variable fails: it would have no effect.
 */
export function configOf(env: Record<string, string>): Config {
  const asked = new Set<string>()
  const watched = new Proxy(env, {
    get: (target, name) => {
      asked.add(String(name))
      return Reflect.get(target, name)
    },
  })
  const read = readConfig(watched)
  if (read.kind === 'wrong') throw new Error(read.line)
  const unknown = Object.keys(env).filter((name) => !asked.has(name) && name !== 'NODE_ENV')
  if (unknown.length > 0) throw new Error(`Nothing reads ${unknown.join(', ')}`)
  return read.config
}
