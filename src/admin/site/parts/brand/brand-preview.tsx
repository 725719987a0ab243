import { useEffect, useState } from 'react'
import type { BRAND_THEMES, BRAND_VIEWS } from '../../../../contract/admin/site/brand.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { PreviewFrame } from '../../../editor/preview/preview-frame.tsx'
import frame from '../../../editor/preview/preview-panel.module.css'
import { NARROW } from '../../../editor/use-media.ts'
import { Tabs } from '../../../parts/tabs.tsx'
import type { BrandForm } from './brand-fields.tsx'
import styles from './brand-part.module.css'

type View = (typeof BRAND_VIEWS)[number]
type Theme = (typeof BRAND_THEMES)[number]

const VIEWS: readonly { name: View; title: string }[] = [
  { name: 'home', title: 'Home' },
  { name: 'status', title: 'Cloud Status' },
  { name: 'post', title: 'Post' },
  { name: 'mail', title: 'Mail' },
]

const LOOK_AFTER_MS = 400

export function BrandPreview({ values }: { values: BrandForm }) {
  const [view, setView] = useState<View>('home')
  const [theme, setTheme] = useState<Theme>('light')
  const [width, setWidth] = useState<'desktop' | 'phone'>(() =>
    matchMedia(NARROW).matches ? 'phone' : 'desktop',
  )
  const [shown, setShown] = useState<{ html: string; of: string }>()
  const [problem, setProblem] = useState<string>()
  const asked = JSON.stringify({ values, view, theme })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` represents the input.
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      async () => {
        const called = await callAccount('POST /api/admin/site/brand/preview', { values, view, theme })
        if (isOver) return
        if (called.kind === 'done') setShown({ html: called.answer.data.html, of: `${view}, ${theme}` })
        setProblem(called.kind === 'refused' ? called.message : undefined)
      },
      shown === undefined ? 0 : LOOK_AFTER_MS,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])

  return (
    <section className={styles.preview} aria-label="Preview">
      <Tabs label="Preview" tabs={VIEWS} current={view} onPick={setView}>
        <div className={frame.tools}>
          <Choice label="Theme of the preview" current={theme} onPick={setTheme} choices={THEMES} />
          <Choice label="Width of the preview" current={width} onPick={setWidth} choices={WIDTHS} />
        </div>
        {problem !== undefined && <p className={frame.problem}>{problem}</p>}
        {shown !== undefined && (
          <PreviewFrame html={shown.html} width={width} title={`Preview: ${shown.of}`} />
        )}
      </Tabs>
    </section>
  )
}

const THEMES = [
  { name: 'light', title: 'Light' },
  { name: 'dark', title: 'Dark' },
] as const
const WIDTHS = [
  { name: 'desktop', title: 'Desktop' },
  { name: 'phone', title: 'Phone' },
] as const

function Choice<N extends string>({
  label,
  choices,
  current,
  onPick,
}: {
  label: string
  choices: readonly { name: N; title: string }[]
  current: N
  onPick: (name: N) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not form fields.
    <div className={`${frame.widths} ${styles.choice}`} role="group" aria-label={label}>
      {choices.map(({ name, title }) => (
        <button key={name} type="button" aria-pressed={current === name} onClick={() => onPick(name)}>
          {title}
        </button>
      ))}
    </div>
  )
}
