import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends raw bytes, which no client library would, and returns everything until the server closes. */
export async function rawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (data) => received.push(data))
  // The server may close before everything is sent.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}
