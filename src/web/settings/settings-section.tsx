import type { ReactNode } from 'react'
import type { AccountSettings } from '../../contract/own-account.ts'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'

export function SettingsSection(of: { name: SectionId; intro?: ReactNode; children?: ReactNode }) {
  return <RuledSection title={SECTIONS[of.name]} {...of} />
}

/** Signs in with links in mails only. */
export function isFollower({
  has_password,
  is_staff,
}: Pick<AccountSettings['data'], 'has_password' | 'is_staff'>) {
  return !has_password && !is_staff
}

export const SECTIONS = {
  email: 'Email',
  password: 'Password',
  'two-step': 'Two-step sign-in',
  'time-zone': 'Time zone',
  channels: 'Notification channels',
  sessions: 'Where you are signed in',
  data: 'Your data',
  delete: 'Delete account',
} as const
export type SectionId = keyof typeof SECTIONS
