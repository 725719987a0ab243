import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export async function beginCrashWorker(file: string): Promise<ChildProcess> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}
