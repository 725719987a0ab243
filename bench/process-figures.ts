import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = isLinux() ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100

/** In user and system mode, including threads. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
}

function cpuSecondsOf(pid: number) {
  if (!isLinux()) return secondsOfClock(ps(pid, 'time'))
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain anything; numbers follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export function residentBytes(pid: number): number {
  if (!isLinux()) return Number(ps(pid, 'rss')) * 1024
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN) * 1024
}

export function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

function ps(pid: number, field: string) {
  return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}

/** `1:02.34` or `3:01:02.34` */
function secondsOfClock(clock: string) {
  return clock.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function isLinux() {
  return process.platform === 'linux'
}
