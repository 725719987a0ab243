import { useEffect, useRef, useState } from 'react'
import { WIDGET_SCRIPT_PATH } from '../../domain/machine-paths.ts'
import { trustedScript } from '../../ui/trusted-types.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import { CodeLine } from './code-line.tsx'
import {
  WIDGET_MODES,
  WIDGET_POSITIONS,
  WIDGET_THEMES,
  type WidgetMode,
  type WidgetPosition,
  type WidgetTheme,
  widgetHtml,
  widgetMarks,
  widgetPolicy,
} from './embed-snippets.ts'
import type { Machines } from './machines.ts'
import { PickField } from './pick-field.tsx'
import styles from './widget-maker.module.css'

const MODE_NAMES: Record<WidgetMode, string> = {
  floating: 'Floats in a corner',
  inline: 'Inline, where the script is',
}
const POSITION_NAMES: Record<WidgetPosition, string> = {
  'bottom-right': 'Bottom right',
  'bottom-left': 'Bottom left',
  'top-right': 'Top right',
  'top-left': 'Top left',
}
const THEME_NAMES: Record<WidgetTheme, string> = {
  auto: 'Follow the reader’s system',
  light: 'Light',
  dark: 'Dark',
}

export function WidgetMaker({ machines: { publicUrl, cloud } }: { machines: Machines }) {
  const [mode, setMode] = useState<WidgetMode>('floating')
  const [position, setPosition] = useState<WidgetPosition>('bottom-right')
  const [theme, setTheme] = useState<WidgetTheme>('auto')
  const [isAlwaysShown, setAlwaysShown] = useState(false)
  const isAlive = useIsAlive()
  const isFloating = mode === 'floating'
  const widget = { cloud: cloud.domain, mode, position, theme, isAlwaysShown }
  return (
    <>
      <WidgetPreview key={`${cloud.domain} ${theme}`} cloud={cloud.domain} theme={theme} />
      <div className={styles.fields}>
        <PickField label="Place" value={mode} onPick={(picked) => setMode(picked as WidgetMode)}>
          {WIDGET_MODES.map((each) => (
            <option key={each} value={each}>
              {MODE_NAMES[each]}
            </option>
          ))}
        </PickField>
        {isFloating && (
          <PickField
            label="Corner"
            value={position}
            onPick={(picked) => setPosition(picked as WidgetPosition)}
          >
            {WIDGET_POSITIONS.map((each) => (
              <option key={each} value={each}>
                {POSITION_NAMES[each]}
              </option>
            ))}
          </PickField>
        )}
        <PickField label="Colors" value={theme} onPick={(picked) => setTheme(picked as WidgetTheme)}>
          {WIDGET_THEMES.map((each) => (
            <option key={each} value={each}>
              {THEME_NAMES[each]}
            </option>
          ))}
        </PickField>
        {isFloating && (
          <label className={styles.always}>
            <input
              type="checkbox"
              checked={isAlwaysShown}
              disabled={!isAlive}
              onChange={({ currentTarget }) => setAlwaysShown(currentTarget.checked)}
            />
            Show when everything is running
          </label>
        )}
      </div>
      <CodeLine
        label="Paste into your page"
        text={widgetHtml({ ...widget, script: publicUrl + WIDGET_SCRIPT_PATH })}
      />
      <CodeLine label="If your page has a Content-Security-Policy, add" text={widgetPolicy(publicUrl)} />
    </>
  )
}

function WidgetPreview({ cloud, theme }: { cloud: string; theme: WidgetTheme }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.src = trustedScript(WIDGET_SCRIPT_PATH)
    const marks = widgetMarks({
      cloud,
      theme,
      mode: 'inline',
      position: WIDGET_POSITIONS[0],
      isAlwaysShown: true,
    })
    for (const [name, value] of Object.entries(marks)) script.setAttribute(name, value)
    const { current } = place
    current?.replaceChildren(script)
    return () => current?.replaceChildren()
  }, [cloud, theme])
  return <div ref={place} className={styles.preview} />
}
