import { createHash } from 'node:crypto'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import type { Config } from '../config.ts'
import type { Assets } from './assets.ts'
import { settingsShown } from './read-answer.ts'

export function releaseOf(
  config: Config,
  { builtFrom, files }: Pick<Assets, 'builtFrom' | 'files'>,
  signer?: Pick<DocumentSigner, 'fingerprint'>,
): string {
  const parts = [
    builtFrom,
    // In development there is no stamp of the sources, but names change with their content.
    [...files.keys()],
    settingsShown(config),
    config.caches.cdnMaxAgeS,
    signer?.fingerprint,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
