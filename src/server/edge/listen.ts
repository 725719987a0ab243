import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { type DrainOptions, drain } from './drain.ts'

export interface Listening {
  address: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

export async function listen(
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
  { othersClosed }: Pick<DrainOptions, 'othersClosed'> = {},
): Promise<Listening> {
  // For `localhost` Fastify opens a second server for the other of 127.0.0.1 and ::1, which the drain would miss.
  const host = config.host === 'localhost' ? LOOPBACK : config.host
  const address = await app.listen({ port: config.port, host })
  return {
    address,
    close: async () => {
      await drain(app.server, {
        noticeMs: config.scale.drainSeconds * 1_000,
        ...(othersClosed !== undefined && { othersClosed }),
      })
      await app.close()
    },
  }
}
