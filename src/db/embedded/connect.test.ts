import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { connectionUrl } from './connect.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  '/srv/candor/data/socket',
  '/home/Jürgen Groß/Örtliche Daten/socket',
  `/tmp/it's "here", 100 %41 & more?=#/socket`,
])('pg finds the socket folder %s through the connection string', (socket) => {
  const client = new Client({ connectionString: connectionUrl(socket, 'candor') })
  expect(client).toMatchObject({ host: socket, port: 5432, user: 'candor', database: 'candor', ssl: false })
})

test("PG variables of the environment don't change the connection", () => {
  for (const name of ['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE']) vi.stubEnv(name, '7000')
  vi.stubEnv('PGSSLMODE', 'require')
  const client = new Client({ connectionString: connectionUrl('/s', 'candor') })
  expect(client).toMatchObject({ host: '/s', port: 5432, user: 'candor', database: 'candor', ssl: false })
})
