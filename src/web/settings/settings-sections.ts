/** The sections of the settings in their order, as the index names them. */
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
