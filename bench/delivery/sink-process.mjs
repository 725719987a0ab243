// A mail server that accepts everything immediately and only counts: as little work as SMTP allows, so that
// the sender is measured. Prints its port, then answers every line on stdin with its count.
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const END = Buffer.from('\r\n.\r\n')

let taken = 0
let firstAt = 0
let lastAt = 0
/** Lets others send a message similar to the latest one. */
let sample = Buffer.alloc(0)

const server = createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0)
  let isInBody = false
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let answers = ''
    for (;;) {
      if (isInBody) {
        const end = rest.indexOf(END)
        if (end === -1) break
        sample = rest.subarray(0, end)
        rest = rest.subarray(end + END.length)
        isInBody = false
        taken++
        lastAt = Date.now()
        if (taken === 1) firstAt = lastAt
        answers += '250 taken\r\n'
        continue
      }
      const end = rest.indexOf('\r\n')
      if (end === -1) break
      const verb = rest.toString('latin1', 0, 4).toUpperCase()
      rest = rest.subarray(end + 2)
      isInBody = verb === 'DATA'
      answers += ANSWERS[verb] ?? '250 ok\r\n'
      if (verb === 'QUIT') socket.end()
    }
    if (answers !== '') socket.write(answers)
  })
})

/** @type {Record<string, string>} */
const ANSWERS = { EHLO: '250-sink\r\n250 8BITMIME\r\n', DATA: '354 go on\r\n', QUIT: '221 bye\r\n' }

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }))
})
createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = line === 'sample' ? { sample: sample.toString('base64') } : { taken, firstAt, lastAt }
  if (line === 'forget') taken = 0
  console.log(JSON.stringify(asked))
})
process.stdin.on('end', () => process.exit(0))
