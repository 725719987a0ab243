import type { Kysely } from 'kysely'
import type { DB } from '../database.ts'

export interface CosignatureRow {
  witness: string
  size: number
  signature: Buffer
  cosigned_at: Date
}

export function readCosignatures(db: Kysely<DB>, log: string): Promise<CosignatureRow[]> {
  return db
    .selectFrom('log_cosignatures')
    .where('log_id', '=', log)
    .select(['witness', 'size', 'signature', 'cosigned_at'])
    .orderBy('witness')
    .execute()
}

export async function keepCosignature(
  db: Kysely<DB>,
  { log, ...row }: CosignatureRow & { log: string },
): Promise<void> {
  const { size, signature, cosigned_at } = row
  await db
    .insertInto('log_cosignatures')
    .values({ log_id: log, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['log_id', 'witness'])
        .doUpdateSet({ size, signature, cosigned_at })
        .where('log_cosignatures.size', '<=', size),
    )
    .execute()
}
