import { useEffect, useState } from 'react'
import { callAccount } from '../../../ui/account/call-account.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useEditing } from '../editor-context.ts'
import { NARROW } from '../use-media.ts'
import { DraftTest } from './draft-test.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import styles from './preview-panel.module.css'

const VIEWS = [
  { name: 'page', title: 'Page' },
  { name: 'timeline', title: 'Timeline' },
  { name: 'mail', title: 'Mail' },
] as const
type View = (typeof VIEWS)[number]['name']

export function PreviewPanel() {
  const { draft, content, choices } = useEditing()
  const [view, setView] = useState<View>('page')
  const [width, setWidth] = useState<'desktop' | 'phone'>(() =>
    matchMedia(NARROW).matches ? 'phone' : 'desktop',
  )
  const [cloud, setCloud] = useState<string>()
  const [shown, setShown] = useState<{ html: string; of: string }>()
  const [problem, setProblem] = useState<string>()
  const id = draft.record?.id
  const clouds = choices.clouds.filter((one) => content.clouds.includes(one.id))
  const isNowhere = content.kind !== 'notification' && clouds.length === 0
  const asked = clouds.find(({ machine_name }) => machine_name === cloud)?.machine_name

  // biome-ignore lint/correctness/useExhaustiveDependencies: every save brings another version.
  useEffect(() => {
    if (id === undefined || isNowhere) return
    let isOver = false
    const input = { id, content, view, ...(asked !== undefined && { cloud: asked }) }
    void callAccount('POST /api/admin/records/:id/preview', input).then((called) => {
      if (isOver) return
      if (called.kind === 'done') setShown({ html: called.answer.data.html, of: view })
      setProblem(called.kind === 'refused' ? reasonOf(called) : undefined)
    })
    return () => {
      isOver = true
    }
  }, [id, draft.version, view, asked, isNowhere])

  return (
    <section className={styles.panel} aria-label="Preview">
      <Tabs label="Preview" tabs={VIEWS} current={view} onPick={setView}>
        <div className={styles.tools}>
          {clouds.length > 1 && view !== 'mail' && (
            <SelectField
              name="preview-cloud"
              label="Cloud of the preview"
              value={asked ?? clouds[0]?.machine_name ?? ''}
              onPick={setCloud}
            >
              {clouds.map(({ machine_name, domain }) => (
                <option key={machine_name} value={machine_name}>
                  {domain}
                </option>
              ))}
            </SelectField>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not form fields. */}
          <div className={styles.widths} role="group" aria-label="Width of the preview">
            <button type="button" aria-pressed={width === 'desktop'} onClick={() => setWidth('desktop')}>
              Desktop
            </button>
            <button type="button" aria-pressed={width === 'phone'} onClick={() => setWidth('phone')}>
              Phone
            </button>
          </div>
          {id !== undefined && !isNowhere && (
            <DraftTest
              send={(channels) => callAccount('POST /api/admin/records/:id/test', { id, content, channels })}
            />
          )}
        </div>
        {problem !== undefined && <p className={styles.problem}>{problem}</p>}
        {id === undefined && <p className={styles.empty}>The preview appears once you start typing.</p>}
        {id !== undefined && isNowhere && <p className={styles.empty}>Choose a cloud to see it there.</p>}
        {shown !== undefined && !isNowhere && (
          <PreviewFrame html={shown.html} width={width} title={`Preview: ${shown.of}`} />
        )}
      </Tabs>
    </section>
  )
}

function reasonOf({ message, errors }: { message: string; errors: Readonly<Record<string, string>> }) {
  return Object.values(errors)[0] ?? message
}
