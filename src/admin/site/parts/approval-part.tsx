import type { Choices } from '../../../contract/admin/choices.ts'
import type { ApprovalValues } from '../../../contract/admin/site/settings.ts'
import { RECORD_KINDS } from '../../../domain/record.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { DefinitionList } from '../../parts/definition-list.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { KIND_WORDS } from '../../parts/record-words.ts'
import { useChoices } from '../../parts/use-choices.ts'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import type { FieldSpec } from '../form/field-spec.ts'
import { SettingForm } from '../form/setting-form.tsx'
import { wordsOfField } from '../form/words-of-field.ts'
import { SiteScreenFrame } from '../frame/site-screen-frame.tsx'
import { optionsOf } from './options-of.ts'

export function ApprovalPart() {
  const { called, reload } = useStaffAnswer('GET /api/admin/site/approval', { input: {}, because: '' })
  const { choices } = useChoices()
  return (
    <SiteScreenFrame
      title="Approval"
      lead="What a second person must approve before readers see it. In an emergency, staff can publish without approval and give a reason."
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) =>
          choices === undefined ? null : choices.limited_to !== null ? (
            <>
              <p>Your rights are limited to some clouds, and approval is decided for the whole site.</p>
              <DefinitionList
                items={fieldsFor(choices, data).map((field) => ({
                  term: field.label,
                  detail: wordsOfField(field, data),
                }))}
              />
            </>
          ) : (
            <SettingForm<ApprovalValues>
              label="Approval"
              setting={data}
              fields={fieldsFor(choices, data)}
              saved="Saved what needs approval."
              read={() => callAccount('GET /api/admin/site/approval', {})}
              write={(version, values) => callAccount('POST /api/admin/site/approval', { version, values })}
              reload={reload}
            />
          )
        }
      </Loaded>
    </SiteScreenFrame>
  )
}

function fieldsFor({ clouds }: Choices, { clouds: chosen }: ApprovalValues): FieldSpec<ApprovalValues>[] {
  return [
    {
      kind: 'own',
      name: 'kinds',
      label: 'Kinds of records',
      words: ({ kinds }) => kinds.map((kind) => KIND_WORDS[kind].many).join(', ') || '(none)',
      render: ({ values: { kinds }, set, error }) => (
        <FieldSet legend="Kinds of records" error={error} columns={2}>
          {RECORD_KINDS.map((kind) => (
            <CheckboxField
              key={kind}
              label={KIND_WORDS[kind].many}
              isChecked={kinds.includes(kind)}
              onChange={(isChecked) =>
                set('kinds', isChecked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
              }
            />
          ))}
        </FieldSet>
      ),
    },
    {
      name: 'clouds',
      kind: 'checks',
      label: 'Clouds',
      hint: 'Every record of these clouds, whatever its kind.',
      // The rule of a retired cloud still applies to its records.
      options: optionsOf(
        clouds.filter(({ id, is_retired }) => !is_retired || chosen.includes(id)),
        ({ title }) => title,
      ),
    },
    {
      name: 'updates',
      kind: 'check',
      label: 'Also for updates while something is happening',
      hint: 'Updates, starting, resolving and reopening. Otherwise these go out at once, so that an incident is not slowed down.',
    },
  ]
}
