import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { COMMANDS } from '../../src/server/commands/commands.ts'

export interface RanCommand {
  code: number
  out: string
  err: string
}

/** Runs a command in this process, a second faster than in a separate one. The environment has only what is given. */
export async function runCommand(
  [name = '', ...typed]: readonly string[],
  env: Record<string, string> = {},
): Promise<RanCommand> {
  const command = COMMANDS[name]
  if (command === undefined) throw new Error(`There is no command "${name}".`)
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void out.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void err.push(`${line}\n`)),
  ]
  const before = process.env
  process.env = { PATH: before.PATH, ...(before.TMPDIR && { TMPDIR: before.TMPDIR }), ...env }
  try {
    return { code: await command(typed), out: out.join(''), err: err.join('') }
  } finally {
    process.env = before
    for (const spy of spies) spy.mockRestore()
  }
}

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
