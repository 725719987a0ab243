import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { type DrainOptions, drain } from './drain.ts'

export interface Listening {
  address: string
  close(): Promise<void>
}

/** Lets the site be reached. */
export async function listen(
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
  { othersClosed }: Pick<DrainOptions, 'othersClosed'> = {},
): Promise<Listening> {
  const address = await app.listen({ port: config.port, host: config.host })
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
