import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface DatabaseProxy {
  url: string
  /** Breaks every connection and refuses new ones, like a stopped server. */
  cut(): void
  /** Lets nothing through while connections stay open, like a network that drops packets. */
  freeze(): void
  /** Leaves open connections without an answer, like a vanished server; new ones reach the next server. */
  strand(): void
  /** Freezes as soon as a client has sent a matching statement, which is the last thing to get through. */
  freezeAt(statement: RegExp): Promise<void>
  /** Undoes all of these. */
  mend(): void
  stop(): Promise<void>
}

/** A route to a database that tests can cut without touching the shared server. */
export async function proxyDatabase(databaseUrl: string): Promise<DatabaseProxy> {
  let isCut = false
  let isFrozen = false
  const pairs = new Set<Pair>()
  const paused = new Set<Pair>()
  let awaited: { statement: RegExp; found(): void } | undefined

  const proxy = createServer((client) => {
    if (isCut) return void client.destroy()
    const server = connect(socketOf(databaseUrl))
    const pair: Pair = [client, server]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      paused.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    if (isFrozen) {
      pause(pair)
      paused.add(pair)
    } else resume(pair)
    // Runs after the pipe, which has forwarded it by then.
    client.on('data', (data: Buffer) => {
      if (awaited?.statement.test(data.toString('latin1')) === true) awaited.found()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const pauseAll = () => {
    for (const pair of pairs) {
      pause(pair)
      paused.add(pair)
    }
  }
  const freeze = () => {
    isFrozen = true
    pauseAll()
  }
  const breakAll = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
  }
  return {
    url: throughProxy(databaseUrl, (proxy.address() as AddressInfo).port),
    cut: () => {
      isCut = true
      breakAll()
    },
    freeze,
    freezeAt: (statement) =>
      new Promise((resolve) => {
        const found = () => {
          awaited = undefined
          freeze()
          resolve()
        }
        awaited = { statement, found }
      }),
    strand: pauseAll,
    mend: () => {
      isCut = false
      isFrozen = false
      for (const pair of paused) resume(pair)
      paused.clear()
    },
    stop: async () => {
      breakAll()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

type Pair = [client: Socket, server: Socket]

function pause([client, server]: Pair) {
  client.unpipe(server).pause()
  server.unpipe(client).pause()
}

function resume([client, server]: Pair) {
  client.pipe(server)
  server.pipe(client)
}

/** The test server listens only on a socket file. */
function socketOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  return join(url.searchParams.get('host') ?? '', `.s.PGSQL.${url.port || '5432'}`)
}

function throughProxy(databaseUrl: string, port: number) {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  return url.href
}
