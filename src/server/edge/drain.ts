import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Whoever reads all the time asks again within this; whoever does not will hardly do so in the moment of closing. */
const DRAIN_MS = 500
const LOOK_AGAIN_MS = 20
/** Said on the server itself, for whoever answers in front of it. */
export const DRAINING = 'draining'

/**
 * Before a server closes: every answer now ends its connection, so that clients go elsewhere with their next question. A
 * connection that is closed while a question is on its way would leave that without an answer.
 */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  server.emit(DRAINING)
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const countConnections = promisify(server.getConnections.bind(server))
  // Counted in looks and not by the clock: a process that stood still for a while has yet to read what came meanwhile.
  for (let look = 0; look < DRAIN_MS / LOOK_AGAIN_MS && (await countConnections()) > 0; look++)
    await sleep(LOOK_AGAIN_MS)
}
