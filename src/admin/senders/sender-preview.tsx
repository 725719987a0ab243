import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Choices } from '../../contract/admin/choices.ts'
import type { SenderPreview } from '../../contract/admin/senders.ts'
import { plainText } from '../../domain/plain-text.ts'
import type { SenderMapping } from '../../domain/senders/mapping.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { centerNames, serviceNames } from '../editor/pickers/places-fields.tsx'
import { Chip } from '../parts/chip.tsx'
import { DefinitionList } from '../parts/definition-list.tsx'
import { TextAreaField } from '../parts/text-fields.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { OUTCOME_WORDS } from './outcome-words.ts'
import { MAPPING_LABELS, type SenderValues, settingsOf } from './sender-values.ts'
import styles from './senders.module.css'

const PREVIEW_AFTER_MS = 350

export function SenderPreviewPanel({
  id,
  values,
  choices,
  payload,
  onPayload,
}: {
  id: number
  values: SenderValues
  choices: Choices
  payload: string | undefined
  onPayload: (payload: string) => void
}) {
  const title = useId()
  const { called } = useStaffAnswer('GET /api/admin/sender-log', {
    input: { sender: id },
    because: '',
    // People send a test and wait for it here.
    isUnderWay: () => true,
  })
  const [picked, setPicked] = useState<string>()
  const kept = called?.kind === 'done' ? called.answer.data.filter(({ has_payload }) => has_payload) : []
  const newest = kept[0]?.id
  const preview = usePreview(id, values, payload)

  async function pick(delivery: string) {
    setPicked(delivery)
    if (delivery === '') return onPayload('')
    const read = await callAccount('GET /api/admin/senders/:id/deliveries/:delivery', {
      id,
      delivery: Number(delivery),
    })
    if (read.kind === 'done') onPayload(indented(read.answer.data.payload ?? ''))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only until there is something to show.
  useEffect(() => {
    if (payload === undefined && newest !== undefined) void pick(String(newest))
  }, [newest])

  return (
    <section id="preview" className={styles.preview} aria-labelledby={title}>
      <h2 id={title}>Preview</h2>
      <div className={styles.form}>
        <ChoiceField name="delivery" label="Payload" value={picked ?? ''} onPick={(to) => void pick(to)}>
          <option value="">{kept.length === 0 ? 'Nothing received yet: paste one' : 'Pasted'}</option>
          {kept.map(({ id: delivery, at, outcome }) => (
            <option key={delivery} value={delivery}>
              {`${at.slice(0, 16).replace('T', ' ')} UTC · ${OUTCOME_WORDS[outcome].words}`}
            </option>
          ))}
        </ChoiceField>
      </div>
      <div aria-live="polite" aria-busy={preview.isStale || undefined}>
        {preview.problem !== undefined && <p className={styles.wrong}>{preview.problem}</p>}
        {preview.result !== undefined && <PreviewResult result={preview.result} choices={choices} />}
      </div>
      <div className={styles.payload}>
        <TextAreaField
          label="JSON"
          rows={8}
          spellCheck={false}
          value={payload ?? ''}
          onChange={(typed) => {
            setPicked('')
            onPayload(typed)
          }}
        />
      </div>
    </section>
  )
}

function usePreview(id: number, values: SenderValues, payload: string | undefined) {
  const [shown, setShown] = useState<{ asked: string; result?: SenderPreview; problem?: string }>()
  const asked = JSON.stringify([settingsOf(values), payload])
  const isEmpty = payload === undefined || payload.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let isOver = false
    const timer = setTimeout(async () => {
      const [settings, json] = JSON.parse(asked) as [ReturnType<typeof settingsOf>, string]
      const called = await callAccount('POST /api/admin/senders/:id/preview', {
        id,
        ...settings,
        payload: json,
      })
      if (isOver) return
      setShown(
        called.kind === 'done' ? { asked, result: called.answer.data } : { asked, problem: called.message },
      )
    }, PREVIEW_AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, asked, isEmpty])
  if (isEmpty || shown === undefined) return { isStale: false }
  return { isStale: shown.asked !== asked, result: shown.result, problem: shown.problem }
}

function PreviewResult({ result, choices }: { result: SenderPreview; choices: Choices }) {
  if (result.kind === 'unreadable') return <p className={styles.wrong}>{result.sentence}</p>
  const mistakes = Object.entries(result.errors)
  return (
    <>
      {mistakes.length > 0 && (
        <ul className={styles.wrong}>
          {mistakes.map(([field, words]) => (
            <li key={field}>
              <strong>{MAPPING_LABELS[field as keyof SenderMapping] ?? field}:</strong> {words}
            </li>
          ))}
        </ul>
      )}
      {result.incidents.map((incident, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shown in this order, and without state
        <PreviewedIncident key={index} incident={incident} choices={choices} />
      ))}
      {result.more > 0 && <p className={styles.quiet}>And {counted(result.more, 'more incident')}.</p>}
      {result.ignored.length > 0 && (
        <div className={styles.result}>
          <p>
            <Chip tone="quiet">Ignored</Chip>
          </p>
          <Why lines={result.ignored} />
        </div>
      )}
    </>
  )
}

type Incident = Extract<SenderPreview, { kind: 'read' }>['incidents'][number]

function PreviewedIncident({ incident, choices }: { incident: Incident; choices: Choices }) {
  const { outcome, record, title, body, why } = incident
  const { words, tone } = OUTCOME_WORDS[outcome]
  const names = (all: string) => (all === '(nothing)' ? null : all)
  return (
    <article className={styles.result}>
      <p>
        <Chip tone={tone}>{words}</Chip>{' '}
        {record !== null && <Link to={`/admin/records/${record}`}>Record {record}</Link>}
      </p>
      {title !== '' && <h3>{title}</h3>}
      {body !== null && <p className={styles.body}>{plainText(body)}</p>}
      <DefinitionList
        items={[
          {
            term: 'Severity',
            detail: choices.severities.find(({ tid }) => tid === incident.severity_tid)?.name,
          },
          {
            term: 'Clouds',
            detail: choices.clouds
              .filter(({ id }) => incident.clouds.includes(id))
              .map((cloud) => cloud.title)
              .join(', '),
          },
          { term: 'Services', detail: names(serviceNames(choices, incident.services)) },
          { term: 'Data centers', detail: names(centerNames(choices, incident.data_centers)) },
          {
            term: 'Start',
            detail: incident.from_time && <Moment at={incident.from_time} precision="minute" />,
          },
          { term: 'Alerts', detail: `${incident.firing} firing, ${incident.resolved} resolved` },
        ]}
      />
      <Why lines={why} />
    </article>
  )
}

function Why({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={styles.why}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
