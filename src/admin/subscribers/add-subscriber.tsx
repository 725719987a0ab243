import { useState } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { CheckboxField, RadioField } from '../parts/check-fields.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { InputField } from '../parts/text-fields.tsx'

type What = 'everything' | 'services'

/** Z-05 */
export function AddSubscriber({
  choices,
  onAdded,
  onClose,
}: {
  choices: Choices | undefined
  onAdded: (uid: number) => void
  onClose: () => void
}) {
  const clouds = (choices?.clouds ?? []).filter(({ is_retired }) => !is_retired)
  const [email, setEmail] = useState('')
  const [picked, setPicked] = useState<number>()
  const [what, setWhat] = useState<What>('everything')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const cloud = picked ?? clouds[0]?.id

  async function add() {
    if (isBusy || cloud === undefined) return
    if (what === 'services' && chosen.length === 0)
      return setProblem({ message: '', errors: { services: 'Please choose at least one service.' } })
    setBusy(true)
    const added = await callAccount('POST /api/admin/subscribers', {
      email,
      cloud,
      ...(what === 'services' && { services: [...chosen] }),
    })
    setBusy(false)
    if (added.kind === 'refused') return setProblem(added)
    showToast('Added. We sent an email that asks them to confirm.')
    onAdded(added.answer.data.subscriber.uid)
  }

  const errors = problem?.errors ?? {}
  const categories = (choices?.service_categories ?? []).filter(({ cloud_id }) => cloud_id === cloud)
  return (
    <FormDialog
      title="Add subscriber"
      lead="They get one email that asks them to confirm, and nothing else until they do. For many addresses at once, use Imports."
      problem={problem}
      isBusy={isBusy}
      send="Add subscriber"
      busySend="Adding…"
      onSend={add}
      onClose={onClose}
    >
      <InputField
        label="Email address"
        error={errors.email}
        type="email"
        inputMode="email"
        value={email}
        maxLength={254}
        onChange={setEmail}
      />
      <ChoiceField
        name="cloud"
        label="Cloud"
        error={errors.cloud}
        value={cloud ?? ''}
        onPick={(id) => {
          setPicked(Number(id))
          setChosen([])
        }}
      >
        {clouds.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </ChoiceField>
      <RadioField
        legend="What to follow"
        choices={[
          {
            value: 'everything',
            label: 'Everything on this cloud',
            hint: 'Services, data centers, maintenance and advisories, including those added later.',
          },
          { value: 'services', label: 'Some services' },
        ]}
        value={what}
        onChange={setWhat}
      />
      {what === 'services' && (
        <FieldSet legend="Services" error={errors.services} columns={2}>
          {categories.flatMap(({ services }) =>
            services
              .filter(({ is_retired }) => !is_retired)
              .map(({ tid, name }) => (
                <CheckboxField
                  key={tid}
                  label={name}
                  isChecked={chosen.includes(tid)}
                  onChange={(isChecked) =>
                    setChosen((before) =>
                      isChecked ? [...before, tid] : before.filter((other) => other !== tid),
                    )
                  }
                />
              )),
          )}
        </FieldSet>
      )}
    </FormDialog>
  )
}
