// Answers requests with fixed bytes over bare sockets and reads only their address: the least that any
// server on Node and libuv costs. Arguments: its port, and a file with the answers.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const [port, file] = process.argv.slice(2)
/** @type {{ path: string, whole: string, unchanged: string }[]} */
const given = JSON.parse(readFileSync(file ?? '', 'utf8'))
const answers = new Map(
  given.map(({ path, whole, unchanged }) => [
    path,
    { whole: Buffer.from(whole, 'base64'), unchanged: Buffer.from(unchanged, 'base64') },
  ]),
)
const SPACE = 32
const ADDRESS_AT = 'GET '.length

createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const answer = answers.get(bytes.toString('latin1', ADDRESS_AT, bytes.indexOf(SPACE, ADDRESS_AT)))
    if (answer === undefined) return void socket.destroy()
    socket.write(bytes.includes('f-none-match') ? answer.unchanged : answer.whole)
  })
}).listen(Number(port), '127.0.0.1')
