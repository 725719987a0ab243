import { useEffect, useState } from 'react'
import type { CallInput } from '../../../contract/calls.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { PreviewFrame } from '../../editor/preview/preview-frame.tsx'
import { NARROW } from '../../editor/use-media.ts'
import { Tabs } from '../../parts/tabs.tsx'
import styles from './step-form.module.css'

const VIEWS = [
  { name: 'page', title: 'Page' },
  { name: 'mail', title: 'Mail' },
] as const
type View = (typeof VIEWS)[number]['name']

export type UpdateToPreview = Omit<CallInput<'POST /api/admin/records/:id/preview-update'>, 'view'>

const QUIET_MS = 600

export function UpdatePreview({ update }: { update: UpdateToPreview }) {
  const [view, setView] = useState<View>('page')
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const written = JSON.stringify(update)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      const input = { ...(JSON.parse(written) as UpdateToPreview), view }
      void callAccount('POST /api/admin/records/:id/preview-update', input).then((called) => {
        if (isOver) return
        if (called.kind === 'done') setHtml(called.answer.data.html)
        setProblem(
          called.kind === 'refused' ? (Object.values(called.errors)[0] ?? called.message) : undefined,
        )
      })
    }, QUIET_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [written, view])
  return (
    <section aria-label="Preview of the update">
      <Tabs label="Preview of the update" tabs={VIEWS} current={view} onPick={setView}>
        {problem !== undefined && <p className={styles.error}>{problem}</p>}
        {html !== undefined && problem === undefined && (
          <PreviewFrame
            html={html}
            width={matchMedia(NARROW).matches ? 'phone' : 'desktop'}
            title={`Preview: ${view}`}
          />
        )}
      </Tabs>
    </section>
  )
}
