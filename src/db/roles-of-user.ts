import { sql } from 'kysely'

export const rolesOfUser = sql<
  string[]
>`array(select role from user_roles where user_roles.user_id = users.id order by role)`.as('roles')
