import { type ReactNode, useRef, useState } from 'react'
import { POSTED_KINDS, type PostedKind } from '../../../domain/notifying/channel.ts'
import { KIND_NAMES } from '../../../ui/channel-words.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import segments from '../../../ui/parts/theme-switch.module.css'
import { AccountForm } from '../../forms/account-form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { FoldButton } from '../../parts/fold-button.tsx'
import styles from './add-channel.module.css'
import type { ChannelDesk } from './use-channels.ts'

const ADDRESS_MISSING = 'Please enter the address to post messages to'

export function AddChannel({
  desk,
  onBegin,
  onAdded,
}: {
  desk: ChannelDesk
  onBegin: () => void
  onAdded: (channel: { id: number; secret: string | null }) => void
}) {
  const fold = useRef<HTMLDetailsElement>(null)
  const [kind, setKind] = useState<PostedKind>('webhook')
  const form = useForm({
    async send({ name = '', address = '' }) {
      onBegin()
      if (address.trim() === '') return { message: '', errors: { address: ADDRESS_MISSING } }
      const added = await desk.add({ kind, name: name.trim(), address: address.trim() })
      if (added.kind === 'refused') return added
      form.form.current?.reset()
      if (fold.current !== null) fold.current.open = false
      onAdded(added)
      return undefined
    },
  })
  return (
    <details ref={fold} className={styles.fold}>
      <FoldButton>Add a channel</FoldButton>
      <div className={styles.form}>
        <AccountForm form={form} label="Add a channel" words="Add channel" busyWords="Adding…">
          <KindChoice kind={kind} onPick={setKind} />
          <p className={styles.help}>{HELP[kind].what}</p>
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={100}
            autoComplete="off"
            hint="A name for your own use. Optional."
          />
          <TextField
            {...form.field('address')}
            label={HELP[kind].label}
            type="url"
            inputMode="url"
            maxLength={2000}
            autoComplete="off"
            required
            hint={HELP[kind].hint}
          />
        </AccountForm>
      </div>
    </details>
  )
}

function KindChoice({ kind, onPick }: { kind: PostedKind; onPick: (kind: PostedKind) => void }) {
  return (
    <fieldset className={styles.kinds}>
      <legend>Kind</legend>
      <span className={segments.switch}>
        {POSTED_KINDS.map((each) => (
          <label key={each} className={segments.choice}>
            <input
              type="radio"
              name="kind"
              value={each}
              checked={each === kind}
              onChange={() => onPick(each)}
            />
            {KIND_NAMES[each]}
          </label>
        ))}
      </span>
    </fieldset>
  )
}

const HELP: Record<PostedKind, { what: ReactNode; label: string; hint: ReactNode }> = {
  webhook: {
    what: 'For your own program. Every message is a POST request with JSON, signed according to Standard Webhooks; you get the secret after adding the channel.',
    label: 'Address of your program',
    hint: 'An https address reachable from the internet.',
  },
  slack: {
    what: 'In Slack, open your app’s settings, choose Incoming Webhooks, add a webhook for the channel that should get the messages, and copy its URL.',
    label: 'Webhook URL from Slack',
    hint: 'It begins with https://hooks.slack.com/',
  },
  teams: {
    what: 'In Teams, open the channel’s menu, choose Workflows and then the template that posts to a channel when a webhook request is received. Copy the URL it shows at the end.',
    label: 'Workflow URL from Teams',
    hint: 'A long https address of logic.azure.com or powerplatform.com.',
  },
}
