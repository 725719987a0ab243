import { createContext, useContext } from 'react'
import type { User } from '../../ui/account/use-user.ts'

export const StaffContext = createContext<User | undefined>(undefined)

export function useStaff(): User {
  const user = useContext(StaffContext)
  if (user === undefined) throw new Error('useStaff needs a StaffGate around it.')
  return user
}
