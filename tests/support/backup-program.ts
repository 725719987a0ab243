import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { bundleProgram } from '../crash/bundle-program.ts'
import type { SmallDisk } from './small-disk.ts'

interface Ended {
  code: number | null
  out: string
  err: string
  maxRssKb: number
}

export interface BackupProgram {
  run(typed: string[], env: Record<string, string>, disk?: SmallDisk): Promise<Ended>
  start(
    typed: string[],
    env: Record<string, string>,
    disk?: SmallDisk,
  ): { process: ChildProcess; ended: Promise<Ended> }
}

export async function backupProgram(): Promise<BackupProgram> {
  const file = await bundleProgram('backup-program.ts')

  function start(typed: string[], env: Record<string, string>, disk?: SmallDisk) {
    const plain = [process.execPath, file, ...typed]
    const [command = '', ...args] = disk?.around(plain) ?? plain
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, ...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }), ...env },
    })
    let maxRssKb = 0
    child.on('message', (message: { maxRssKb: number }) => {
      maxRssKb = message.maxRssKb
    })
    const all = [text(child.stdout as never), text(child.stderr as never), once(child, 'close')] as const
    const ended = Promise.all(all).then(([out, err, [code]]) => ({ code, out, err, maxRssKb }))
    return { process: child, ended }
  }

  return { start, run: (typed, env, disk) => start(typed, env, disk).ended }
}
