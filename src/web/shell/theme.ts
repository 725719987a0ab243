import { THEME_KEY } from '../theme-script.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Only a choice is stored; to follow the system is to store nothing. */
export function chooseTheme(theme: Theme) {
  apply(theme)
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is off: the choice holds for this page.
  }
}

const listeners = new Set<() => void>()

/** Other tabs of this site follow a choice, too. */
export function onThemeChosen(listener: () => void) {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === THEME_KEY) apply(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}

function apply(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const tell of listeners) tell()
}
