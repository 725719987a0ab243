import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { insertImage } from '../../db/images.ts'
import type { Actor } from '../../domain/actor.ts'
import { imagePath } from '../../domain/images/image-name.ts'
import { type EncodeOutcome, encodeIcons, encodeImage, encodeLogo } from './encode-image.ts'

export type KeepImageOutcome =
  | { kind: 'kept'; src: string; width: number; height: number; bytes: number }
  | Exclude<EncodeOutcome, { kind: 'encoded' }>

export async function keepImage(
  db: Kysely<DB>,
  { file, actor, now }: { file: Buffer; actor: Actor; now: Date },
): Promise<KeepImageOutcome> {
  const encoded = await encodeImage(file)
  if (encoded.kind !== 'encoded') return encoded
  const { name, bytes, width, height } = encoded
  await db.transaction().execute(async (trx) => {
    await insertImage(trx, { name, bytes, at: now, by: actor.userId })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'image',
      entityId: name,
      before: null,
      after: { width, height, bytes: bytes.length },
    })
  })
  return { kind: 'kept', src: imagePath(name), width, height, bytes: bytes.length }
}

export type KeepBrandImageOutcome =
  | { kind: 'kept'; srcs: string[] }
  | Exclude<EncodeOutcome, { kind: 'encoded' }>

export async function keepBrandImage(
  db: Kysely<DB>,
  { file, as, actor, now }: { file: Buffer; as: 'logo' | 'icon'; actor: Actor; now: Date },
): Promise<KeepBrandImageOutcome> {
  const encoded = as === 'logo' ? await encodeLogo(file) : await encodeIcons(file)
  if (encoded.kind !== 'encoded') return encoded
  const { images } = encoded
  await db.transaction().execute(async (trx) => {
    for (const { name, bytes } of images) await insertImage(trx, { name, bytes, at: now, by: actor.userId })
    const largest = images.at(-1)
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'image',
      entityId: largest?.name ?? '',
      before: null,
      after: { used_as: as === 'logo' ? 'logo' : 'favicon', width: largest?.width, height: largest?.height },
    })
  })
  return { kind: 'kept', srcs: images.map(({ name }) => imagePath(name)) }
}
