import type { ReactNode } from 'react'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'

export function SettingsSection(of: { name: SectionId; intro?: ReactNode; children?: ReactNode }) {
  return <RuledSection title={SECTIONS[of.name]} {...of} />
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
