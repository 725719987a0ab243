import { ROLES, type Role } from '../../domain/access.ts'

export interface DemoPerson {
  id: string
  name: string
  email: string
  role: Role | null
}

const NAMES: Record<Role, string> = {
  administrator: 'Amara Okafor',
  blog_editor: 'Ben Lindqvist',
  jab_compliance: 'Chiara Moretti',
  url_editor: 'Daniel Novak',
  customer_success_manager: 'Elif Yilmaz',
  cloud_apps: 'Farid Haddad',
  legal_team: 'Grace Mwangi',
  trust_admin: 'Hiroshi Tanaka',
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...ROLES.map((role) => person({ id: role, name: NAMES[role], role })),
  person({ id: 'no-role', name: 'Ines Carvalho', role: null }),
]

export function findDemoPerson(id: string): DemoPerson | undefined {
  return DEMO_PEOPLE.find((each) => each.id === id)
}

function person(of: Omit<DemoPerson, 'email'>): DemoPerson {
  return { ...of, email: `${of.name.toLowerCase().replace(' ', '.')}@northwall.example` }
}
