import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/**
 * Part of the names of temporary files and folders. If their process was killed, the next one removes them.
 */
const HOST =
  hostname()
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 20) || 'host'
const TAG = /([a-z0-9]+)-(\d+)-[0-9a-f]{8}$/i

const ours = new Set<string>()

export function makeTag(): string {
  const tag = `${HOST}-${process.pid}-${randomBytes(4).toString('hex')}`
  ours.add(tag)
  return tag
}

export function dropTag(tag: string): void {
  ours.delete(tag)
}

export function isMakerGone(name: string): boolean {
  const [tag, host, pid] = TAG.exec(name) ?? []
  if (tag === undefined || host !== HOST || ours.has(tag)) return false
  // In a container, a process often gets the PID of its predecessor.
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
