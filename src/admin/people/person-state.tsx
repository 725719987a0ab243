import type { PersonRow } from '../../contract/admin/people.ts'
import { Chip, Chips } from '../parts/chip.tsx'

export function PersonState({ person }: { person: PersonRow }) {
  const { is_staff, is_verified, locked_at } = person
  return (
    <Chips>
      {locked_at !== null && <Chip tone="disruption">Locked</Chip>}
      {!is_staff && !is_verified && <Chip tone="degradation">Not verified</Chip>}
      <Chip>{is_staff ? 'Staff' : 'Customer'}</Chip>
    </Chips>
  )
}
