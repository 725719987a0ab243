import { join, resolve } from 'node:path'
import { connectionUrl } from './connect.ts'
import { type Refused, refusal } from './instance.ts'
import { serverState } from './server-state.ts'

/** Takes no lock, and starts or creates nothing. */
export async function findRunning(dataDir: string): Promise<{ kind: 'running'; url: string } | Refused> {
  const state = await serverState({ cluster: join(resolve(dataDir), 'postgres') })
  switch (state.kind) {
    case 'answering':
      return { kind: 'running', url: connectionUrl(state.socket, 'candor') }
    case 'busy':
      return refusal(`The database in ${dataDir} is just starting or stopping. Try again in a moment.`)
    case 'failing':
      return refusal(`The database in ${dataDir} refuses the connection: ${state.message}`)
    case 'absent':
      return refusal(
        `Candor does not run on the data folder ${dataDir}. Start it, or set DATA_DIR to its folder.`,
      )
  }
}
