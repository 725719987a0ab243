import { insertAudit } from '../../db/audit.ts'
import { type LimitChoice, unknownInLimit, writeLimitOfPerson } from '../../db/cloud-limits.ts'
import { findPerson, holdWithAdministrators } from '../../db/people.ts'
import { can, isRole } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'

export type ChangedLimit =
  | { kind: 'changed' }
  | { kind: 'not-found' }
  | { kind: 'not-staff' }
  | { kind: 'conflict' }
  /** Those who manage people and tokens could lift their own limit. */
  | { kind: 'administrator' }
  | { kind: 'nothing-chosen' }
  | { kind: 'unknown' }

/** Applies from the next request on, and stays when the next sign-in sets the roles again. */
export function changeLimit(
  { db }: Pick<AccountsDesk, 'db'>,
  of: { uid: number; limit: LimitChoice | null; before: LimitChoice | null; actor: Actor; now: Date },
): Promise<ChangedLimit> {
  const { uid, actor, now } = of
  const limit = tidy(of.limit)
  return db.transaction().execute(async (trx): Promise<ChangedLimit> => {
    await holdWithAdministrators(trx, uid)
    const person = await findPerson(trx, uid)
    if (person === undefined) return { kind: 'not-found' }
    if (!person.is_staff) return { kind: 'not-staff' }
    if (!isSame(person.limit, of.before)) return { kind: 'conflict' }
    if (isSame(person.limit, limit)) return { kind: 'changed' }
    if (limit !== null && limit.clouds.length + limit.products.length === 0) return { kind: 'nothing-chosen' }
    if (limit !== null && can(person.roles.filter(isRole), 'manage-people')) return { kind: 'administrator' }
    if (limit !== null && (await unknownInLimit(trx, limit))) return { kind: 'unknown' }
    await writeLimitOfPerson(trx, { uid, limit })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'change-limit',
      entity: 'user',
      entityId: uid,
      before: { limit: person.limit },
      after: { limit },
    })
    return { kind: 'changed' }
  })
}

function tidy(limit: LimitChoice | null): LimitChoice | null {
  const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
  return limit && { clouds: sorted(limit.clouds), products: sorted(limit.products) }
}

function isSame(one: LimitChoice | null, other: LimitChoice | null): boolean {
  return JSON.stringify(tidy(one)) === JSON.stringify(tidy(other))
}
