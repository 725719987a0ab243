import { once } from 'node:events'
import { createServer } from 'node:net'

/** Outside of the system's range for outgoing connections, so a port stays free until the site uses it. */
const FIRST_PORT = 20_000
const PORTS = 12_000

let nextPort = (process.pid * 101) % PORTS

/** The site must know its own URL before it listens, so port 0 won't work. Each worker starts elsewhere. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + nextPort
    nextPort = (nextPort + 1) % PORTS
    if (await isFree(port)) return port
  }
  throw new Error('This machine has no free port')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
