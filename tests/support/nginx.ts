import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { folderOfTheRun } from '../cluster/test-database.ts'
import { eventually } from './eventually.ts'
import { findNginx, type Nginx, nginxEnvironment } from './find-nginx.ts'
import { freePort } from './free-port.ts'

export { freePort }

const STOP_WITHIN_MS = 10_000

const folder = mkdtempSync(join(folderOfTheRun(), 'nginx-'))
const outcome = findNginx(join(folder, 'package'))

/** Set if there is no nginx and none can be downloaded: `describe.skipIf(NO_NGINX)`. */
export const NO_NGINX = outcome.kind === 'missing' ? outcome.why : ''
if (NO_NGINX !== '') console.warn(`Skipped: ${NO_NGINX}`)

export interface RunningNginx {
  url: string
  said(): string
  reload(): Promise<void>
  stop(): Promise<void>
}

export interface NginxOptions {
  http?: (port: number) => string
  whole?: (folder: string, port: number) => string
  port?: number
}

export async function startNginx({ http, whole, port: given }: NginxOptions): Promise<RunningNginx> {
  const port = given ?? (await freePort())
  const own = mkdtempSync(join(folder, 'run-'))
  const config = writeConfig(own, whole?.(own, port) ?? wholeConfig(own, http?.(port) ?? ''))
  const { program, ...nginx } = theNginx()
  const said: string[] = []
  const child = spawn(program, ['-p', own, '-c', config, '-e', join(own, 'error.log')], {
    env: nginxEnvironment({ program, ...nginx }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  const url = `http://127.0.0.1:${port}`
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said.join('')}`)
      await (await fetch(`${url}/healthz`)).arrayBuffer()
    })
  } catch (error) {
    await end(child)
    throw error
  }
  return {
    url,
    said: () => said.join(''),
    reload: async () => {
      child.kill('SIGHUP')
    },
    stop: async () => {
      await end(child)
      rmSync(own, { recursive: true, force: true })
    },
  }
}

/** The output of `nginx -t` for a whole configuration file, including warnings. */
function testNginxConfig(config: string): { isRight: boolean; said: string } {
  const { program, libraries } = theNginx()
  const own = mkdtempSync(join(folder, 'test-'))
  const file = join(own, 'nginx.conf')
  writeFileSync(file, config)
  const ran = spawnSync(program, ['-t', '-p', own, '-c', file, '-e', 'stderr'], {
    env: nginxEnvironment({ program, libraries }),
    encoding: 'utf8',
  })
  rmSync(own, { recursive: true, force: true })
  return { isRight: ran.status === 0, said: ran.stderr }
}

/** Test files are readable by their own user only; as root, nginx would switch to another. */
export const AS_OURSELVES = process.getuid?.() === 0 ? 'user root;' : ''

/** Wraps the contents of an http block: needs no root rights, and writes only into its folder. */
function wholeConfig(own: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
${AS_OURSELVES}
worker_processes 1;
pid ${own}/nginx.pid;
error_log stderr warn;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join('\n  ')}
${http}
}
`
}

function writeConfig(own: string, config: string) {
  const file = join(own, 'nginx.conf')
  writeFileSync(file, config)
  const { isRight, said } = testNginxConfig(config)
  expect(isRight, said).toBe(true)
  return file
}

function theNginx(): Nginx {
  if (outcome.kind === 'missing') throw new Error(outcome.why)
  return outcome.nginx
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}
