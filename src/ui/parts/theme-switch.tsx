import { useSyncExternalStore } from 'react'
import { chooseTheme, chosenTheme, onThemeChosen, THEMES, type Theme } from './theme.ts'
import styles from './theme-switch.module.css'

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeSwitch() {
  const chosen = useSyncExternalStore(onThemeChosen, chosenTheme, () => 'system')
  return (
    <fieldset className={styles.switch}>
      <legend className="hidden">Colors</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={styles.choice}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
          />
          {LABELS[theme]}
        </label>
      ))}
    </fieldset>
  )
}
