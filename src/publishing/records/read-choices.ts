import type { Kysely } from 'kysely'
import type { Choices } from '../../contract/admin/choices.ts'
import { readProducts, readThings, staffToName, wordsInUse } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { readSetting } from '../../db/site-editing/settings.ts'
import { isRole } from '../../domain/access.ts'
import type { ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { postMortemDaysOf } from '../../domain/post-mortem.ts'

export async function readChoices(db: Kysely<DB>, reader: ReadableSorts): Promise<Choices> {
  return {
    ...(await readThings(db)),
    products: await readProducts(db),
    limited_to: reader.limit === null ? null : [...reader.limit.clouds],
    tags: await wordsInUse(db, { column: 'tags', reader }),
    clusters: await wordsInUse(db, { column: 'clusters', reader }),
    post_mortem_days: postMortemDaysOf((await readSetting(db, 'provider')).value.post_mortem_days),
    staff: (await staffToName(db)).map(({ uid, name, roles }) => ({
      uid,
      name,
      roles: roles.filter(isRole),
    })),
  }
}

export function readNamedThings(db: Kysely<DB>) {
  return readThings(db)
}
