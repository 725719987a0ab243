import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { findProgram } from './find-program.ts'
import { megabytes } from './statistics.ts'

export function describeMachine(): string[] {
  const [cpu] = cpus()
  const [lastMinute = 0] = loadavg()
  const isBusy = lastMinute > cpus().length / 2
  return [
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${megabytes(totalmem())}, ${platform()}`,
    `Node ${process.versions.node}, ${versionOf('nginx', ['-v'])}, ${versionOf('wrk', ['-v'])}`,
    `load of the machine before: ${lastMinute.toFixed(2)}${isBusy ? ' (busy: times are too long, ratios vary more)' : ''}`,
  ]
}

function platform() {
  return execFileSync('uname', ['-srm'], { encoding: 'utf8' }).trim()
}

function versionOf(name: string, args: string[]) {
  const program = findProgram(name)
  if (program === undefined) return `no ${name}`
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return `${name} ${/\d+\.\d+[\w.-]*/.exec(stdout + stderr)?.[0] ?? ''}`.trim()
}
