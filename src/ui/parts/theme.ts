import { onPreferences, recall, remember } from './preferences.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function chosenTheme(): Theme {
  const remembered = recall('theme')
  return THEMES.find((theme) => theme === remembered) ?? 'system'
}

/** O-03: lasts while the page is open, and longer with consent. */
export function chooseTheme(theme: Theme) {
  remember('theme', theme)
  apply(theme)
}

export function onThemeChosen(listener: () => void) {
  return onPreferences(() => {
    apply(chosenTheme())
    listener()
  })
}

function apply(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}
