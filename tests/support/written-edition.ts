import fc from 'fast-check'
import type { Edition } from '../../src/edition/edition.ts'
import { writeHead } from '../../src/edition/file/edition-head.ts'
import type { SigningKey } from '../../src/edition/file/edition-keys.ts'
import { packEdition } from '../../src/edition/file/pack-edition.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { KEYS } from './edition-writer.ts'
import { randomEdition } from './random-edition.ts'

const SEED = 20261115
const [SOME] = fc.sample(randomEdition(), { numRuns: 1, seed: SEED })

export function someEdition(of: Partial<LoadedEdition> = {}): LoadedEdition {
  if (SOME === undefined) throw new Error('There is one.')
  const site = { ...SOME.site, banners: [] }
  return { ...SOME, site, number: 1, publishedAt: new Date('2026-11-15T11:00:00Z'), ...of }
}

export function withoutRows({ siteRows: _, threatRows: __, ...edition }: LoadedEdition): Edition {
  return edition
}

export interface Written {
  name: string
  file: Buffer
  head: string
}

export async function written(
  edition: LoadedEdition,
  { verifiedAt, key = KEYS.key }: { verifiedAt: Date; key?: SigningKey },
): Promise<Written> {
  const { name, header, bytes } = await packEdition(edition, { key, now: verifiedAt })
  const { number, history, sha256, published_at } = header
  const verified_at = verifiedAt.toISOString()
  return {
    name,
    file: bytes,
    head: writeHead({ number, history, file: name, sha256, published_at, verified_at }, key),
  }
}
