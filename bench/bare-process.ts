import { writeFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child-process.ts'
import type { CopiedAnswer } from './nginx-process.ts'
import { freePort, type Workshop } from './workshop.ts'

const START_WITHIN_MS = 10_000
const ASK_EVERY_MS = 20

export async function startBare(workshop: Workshop, answers: readonly CopiedAnswer[]) {
  const file = join(workshop.folder('bare'), 'answers.json')
  writeFileSync(
    file,
    JSON.stringify(
      answers.map(({ path, headers, body }) => ({
        path,
        whole: toBase64(200, headers, body),
        unchanged: toBase64(304, headers),
      })),
    ),
  )
  const port = await freePort()
  const running = runChild(workshop, [
    process.execPath,
    join(import.meta.dirname, 'bare-process.mjs'),
    String(port),
    file,
  ])
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url + (answers[0]?.path ?? '/')).then(isOk, () => false))) {
    if (performance.now() - running.startedAt > START_WITHIN_MS)
      throw new Error(`The bare server did not start: ${running.said()}`)
    await sleep(ASK_EVERY_MS)
  }
  return { url, pids: [running.pid] }
}

function isOk({ ok }: Response) {
  return ok
}

function toBase64(status: number, headers: Readonly<Record<string, string>>, body?: Buffer) {
  const own = Object.entries(headers).filter(([name]) => body !== undefined || !OF_BODY.includes(name))
  const lines = own.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`, 'latin1')
  return (body === undefined ? head : Buffer.concat([head, body])).toString('base64')
}

const OF_BODY: readonly string[] = ['content-length', 'content-type', 'content-encoding']
