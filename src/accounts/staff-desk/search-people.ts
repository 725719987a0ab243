import type { PeopleFilter, PersonRow } from '../../contract/admin/people.ts'
import { countPeople, findPeople, type PersonInRow } from '../../db/people.ts'
import { isRole } from '../../domain/access.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'
import type { AccountsDesk } from '../accounts.ts'
import { userName } from '../user-name.ts'

const PEOPLE_ON_A_PAGE = 25
const LONGEST_SEARCH = 200

/** Z-05: searches accounts by words in their address or name. */
export async function searchPeople(
  { db }: Pick<AccountsDesk, 'db'>,
  { q, kind, page }: { q: string; kind: PeopleFilter | undefined; page: number },
) {
  const asked = { words: tidyTyped(q, LONGEST_SEARCH), kind }
  const [rows, total] = await Promise.all([
    findPeople(db, { ...asked, limit: PEOPLE_ON_A_PAGE, offset: page * PEOPLE_ON_A_PAGE }),
    countPeople(db, asked),
  ])
  return {
    data: rows.map(toPersonRow),
    total,
    current_page: page,
    total_pages: Math.ceil(total / PEOPLE_ON_A_PAGE),
  }
}

export function toPersonRow(row: PersonInRow): PersonRow {
  return {
    uid: row.id,
    name: userName(row) || `Account ${row.id}`,
    email: row.email,
    is_staff: row.is_staff,
    is_verified: row.email_verified_at !== null,
    roles: row.roles.filter(isRole),
    locked_at: row.locked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  }
}
