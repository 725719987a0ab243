import { createContext, useContext } from 'react'
import type { User } from '../../ui/account/use-user.ts'

/** Who works here. Set by the gate, so that no screen has to ask whether anybody is there. */
export const StaffContext = createContext<User | undefined>(undefined)

export function useStaff(): User {
  const user = useContext(StaffContext)
  if (user === undefined) throw new Error('Screens stand inside the gate.')
  return user
}
