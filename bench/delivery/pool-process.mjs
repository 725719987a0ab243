// The baseline: nodemailer's own pool, with messages that are already composed.
import { createTransport } from 'nodemailer'

const [port = 0, amount = 0, connections = 0] = process.argv.slice(2).map(Number)
const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port,
  secure: false,
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
})
const raw = Buffer.from(process.env.MESSAGE ?? '', 'base64')
const begin = performance.now()
let sent = 0
let given = 0

await new Promise((resolve) => {
  function feed() {
    // In portions: passing all of them at once would block the event loop for half a second.
    while (given < amount && transport.isIdle()) {
      const to = `reader-${given++}@customer.example`
      transport.sendMail({ envelope: { from: 'trust@provider.example', to: [to] }, raw }, (error) => {
        if (error !== null) throw error
        sent++
        if (sent === amount) resolve(undefined)
        else feed()
      })
    }
  }
  transport.on('idle', feed)
  feed()
})
console.log(JSON.stringify({ perSecond: (amount * 1000) / (performance.now() - begin) }))
transport.close()
