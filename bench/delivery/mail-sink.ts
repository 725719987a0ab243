import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Workshop } from '../workshop.ts'

interface Taken {
  taken: number
  firstAt: number
  lastAt: number
}

export interface MailSink {
  port: number
  url: string
  taken(): Promise<Taken>
  forget(): Promise<void>
  sample(): Promise<string>
}

export async function startMailSink(workshop: Workshop): Promise<MailSink> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sink-process.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  workshop.onLeave(async () => {
    const closed = once(child, 'close')
    child.stdin.end()
    await closed
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value)
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return read()
  }
  const { port } = await read()
  return {
    port,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    taken: () => ask('taken'),
    forget: async () => void (await ask('forget')),
    sample: async () => (await ask('sample')).sample,
  }
}
