import { join, resolve } from 'node:path'
import { connectionUrl } from './connect.ts'
import { contentOf } from './data-folder.ts'
import { type Refused, refusal } from './instance.ts'
import { serverState } from './server-state.ts'
import { startEmbedded } from './start-embedded.ts'

export type Borrowed = { kind: 'open'; url: string; isOurs: boolean; close(): Promise<void> } | Refused

export async function borrowEmbedded({
  dataDir,
  mayCreate,
  report,
}: {
  dataDir: string
  mayCreate: boolean
  report: (line: string) => void
}): Promise<Borrowed> {
  const cluster = join(resolve(dataDir), 'postgres')
  const state = await serverState({ cluster })
  switch (state.kind) {
    case 'answering':
      return {
        kind: 'open',
        url: connectionUrl(state.socket, 'candor'),
        isOurs: false,
        close: async () => {},
      }
    case 'busy':
      return refusal(`The database in ${dataDir} is just starting or stopping. Try again in a moment.`)
    case 'failing':
      return refusal(`The database in ${dataDir} refuses the connection: ${state.message}`)
    case 'absent': {
      if (!mayCreate && (await contentOf(cluster)).length === 0)
        return refusal(
          `There is no database in ${dataDir}. Set DATA_DIR to the folder of one, or DATABASE_URL.`,
        )
      const started = await startEmbedded({ dataDir, report })
      if (started.kind === 'refused') return started
      return { kind: 'open', url: started.url, isOurs: true, close: started.stop }
    }
  }
}
