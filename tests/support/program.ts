import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  process: ChildProcess
  /** Its exit code; null if killed. */
  ended: Promise<number | null>
  stdout: string
  stderr: string
}

/** The built program like `npm start`, without this process's environment. */
export function runProgram(env: Record<string, string>, typed: readonly string[] = []): Program {
  const child = spawn(process.execPath, ['dist/server/main.js', ...typed], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DEMO: '0', WARM_ANSWERS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const program: Program = { process: child, ended, stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    program.stdout += data
  })
  child.stderr.on('data', (data) => {
    program.stderr += data
  })
  return program
}
