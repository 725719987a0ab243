import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, runChild } from './child-process.ts'
import type { BytesAnswer } from './get-bytes.ts'
import { childrenOf } from './process-figures.ts'
import { freePort, type Workshop } from './workshop.ts'

const START_WITHIN_MS = 10_000
const ASK_EVERY_MS = 20

export interface CopiedAnswer extends BytesAnswer {
  path: string
}

export interface NginxProcess {
  url: string
  pids: number[]
}

export function startNginx(
  workshop: Workshop,
  nginx: string,
  answers: readonly CopiedAnswer[],
): Promise<NginxProcess> {
  const folder = workshop.folder('answers')
  const locations = answers.map((answer, at) => {
    const file = join(folder, `answer-${at}`)
    writeFileSync(file, answer.body)
    return locationOf(answer, file)
  })
  return startNginxWith(workshop, nginx, (port) => `${OPEN_FILES}\n${serverOf(port, locations.join('\n'))}`)
}

export async function startNginxWith(
  workshop: Workshop,
  nginx: string,
  http: (port: number) => string,
): Promise<NginxProcess> {
  const folder = workshop.folder('nginx')
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf({ folder, http: http(port) }))
  const running = runChild(workshop, [nginx, '-p', folder, '-e', join(folder, 'error.log'), '-c', config])
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(running, url)
  return { url, pids: [running.pid, ...childrenOf(running.pid)] }
}

export function serverOf(port: number, inside: string): string {
  return `  server {\n    listen 127.0.0.1:${port};\n${inside}\n  }`
}

/** The files never change, so nginx needn't check them again. */
const OPEN_FILES = '  open_file_cache max=100 inactive=10m;\n  open_file_cache_valid 10m;'

function configOf({ folder, http }: { folder: string; http: string }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip off;
  server_tokens off;
  keepalive_requests 100000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${http}
}
`
}

/** Headers that every server sets itself, from the file, the connection or the clock. */
const OWN_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
]

function locationOf({ path, headers }: CopiedAnswer, file: string) {
  const added = Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.includes(name))
    // The site sends a new one for every request.
    .map(([name, value]) => (name === 'x-request-id' ? [name, '$request_id'] : [name, value]))
    .map(([name = '', value = '']) => `      add_header ${name} "${value.replaceAll('"', '\\"')}" always;`)
  // A location is a path; the query doesn't select another file here.
  return `    location = ${path.split('?')[0]} {
      alias ${file};
      types { }
      default_type "${headers['content-type'] ?? 'application/octet-stream'}";
${added.join('\n')}
    }`
}

async function untilItAnswers(running: Running, url: string) {
  const deadline = performance.now() + START_WITHIN_MS
  while (!(await answers(url))) {
    if (running.hasEnded() || performance.now() > deadline) {
      throw new Error(`nginx did not start: ${running.said().trim()}`)
    }
    await sleep(ASK_EVERY_MS)
  }
}

async function answers(url: string) {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch {
    return false
  }
}
