import type { CenterState } from '../map/center-state.ts'

export const BADGE_STYLES = ['flat', 'flat-square', 'for-the-badge'] as const
export type BadgeStyle = (typeof BADGE_STYLES)[number]
export const DEFAULT_BADGE_STYLE: BadgeStyle = 'flat'

export const BADGE_THEMES = ['light', 'dark', 'auto'] as const
export type BadgeTheme = (typeof BADGE_THEMES)[number]
export const DEFAULT_BADGE_THEME: BadgeTheme = 'light'

export interface BadgeLook {
  style: BadgeStyle
  theme: BadgeTheme
}

export function badgeLook(asked: { style?: string | undefined; theme?: string | undefined }): BadgeLook {
  return {
    style: BADGE_STYLES.find((style) => style === asked.style) ?? DEFAULT_BADGE_STYLE,
    theme: BADGE_THEMES.find((theme) => theme === asked.theme) ?? DEFAULT_BADGE_THEME,
  }
}

export function badgeAddress(path: string, { style, theme }: BadgeLook, label?: string): string {
  const query = new URLSearchParams({
    ...(style !== DEFAULT_BADGE_STYLE && { style }),
    ...(theme !== DEFAULT_BADGE_THEME && { theme }),
    ...(label !== undefined && { label }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

export const BADGE_WORDS: Record<CenterState, string> = {
  operational: 'operational',
  under_maintenance: 'under maintenance',
  under_investigation: 'under investigation',
  service_degradation: 'degraded',
  service_disruption: 'disrupted',
}

/** Same as the site's color tokens. White on each, or near-black on the bright ones, has a contrast of at least 4.5. */
export const BADGE_COLORS: Record<'light' | 'dark', Record<CenterState, string>> = {
  light: {
    operational: '#1b7a4b',
    under_maintenance: '#1f5fa8',
    under_investigation: '#6b46c1',
    service_degradation: '#a35200',
    service_disruption: '#b3261e',
  },
  dark: {
    operational: '#57c48c',
    under_maintenance: '#86b8f5',
    under_investigation: '#c0a6ff',
    service_degradation: '#ffb35c',
    service_disruption: '#ff8a7f',
  },
}

export const BADGE_PAPER = {
  light: { ground: '#f3f1ec', ink: '#141a21', onState: '#ffffff' },
  dark: { ground: '#1c252e', ink: '#eef1f3', onState: '#0f1419' },
} as const
