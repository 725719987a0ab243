import { Link } from 'react-router'
import type { ProviderValues } from '../../../contract/admin/site/settings.ts'
import { postMortemDaysProblem } from '../../../domain/post-mortem.ts'
import { updatePolicyProblem } from '../../../domain/update-policy.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { TextAreaField } from '../../parts/text-fields.tsx'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import type { FieldSpec } from '../form/field-spec.ts'
import { SettingForm } from '../form/setting-form.tsx'
import { SiteScreenFrame } from '../frame/site-screen-frame.tsx'
import { minuteGoalsField, percentGoalsField } from './goals-field.tsx'

export function ProviderPart() {
  const { called, reload } = useStaffAnswer('GET /api/admin/site/provider', { input: {}, because: '' })
  return (
    <SiteScreenFrame
      title="Provider"
      lead={
        <>
          Who runs this site, and where readers find help. Its name and its look are the{' '}
          <Link to="/admin/site/brand">Brand</Link>.
        </>
      }
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) => (
          <SettingForm<ProviderValues>
            label="Provider"
            setting={data}
            fields={FIELDS}
            saved="The provider was saved."
            read={() => callAccount('GET /api/admin/site/provider', {})}
            write={(version, values) => callAccount('POST /api/admin/site/provider', { version, values })}
            check={check}
            reload={reload}
          />
        )}
      </Loaded>
    </SiteScreenFrame>
  )
}

/** An incomplete number would be sent as null, which means no promise. */
function check({
  update_every_hours: hours = null,
  post_mortem_days: days = null,
}: ProviderValues): Record<string, string> {
  const hoursProblem = updatePolicyProblem(hours)
  const daysProblem = postMortemDaysProblem(days)
  return {
    ...(hoursProblem !== undefined && { update_every_hours: hoursProblem }),
    ...(daysProblem !== undefined && { post_mortem_days: daysProblem }),
  }
}

const GOALS_HINT =
  'Shown on “How we keep you informed” with all earlier goals. A goal counts from its month until the next one. Months that are over keep their goal, and this month’s can only be'

const FIELDS: FieldSpec<ProviderValues>[] = [
  { kind: 'text', name: 'legal_name', label: 'Legal name', maxLength: 200 },
  { kind: 'text', name: 'help_url', label: 'Help pages', maxLength: 2000, isCode: true },
  { kind: 'text', name: 'gov_help_url', label: 'Help pages for governments', maxLength: 2000, isCode: true },
  { kind: 'text', name: 'feedback_email', label: 'Address for feedback', maxLength: 254, isCode: true },
  {
    kind: 'text',
    name: 'security_contact',
    label: 'Contact for security',
    hint: 'Where researchers report vulnerabilities: a mailto: or https address. It is published in security.txt; if empty, the feedback address is used.',
    maxLength: 2000,
    isCode: true,
  },
  {
    kind: 'number',
    name: 'update_every_hours',
    label: 'Updates at least every … hours',
    hint: 'Shown next to open incidents without a next update: “We update at least every 2 hours”. From 1 to 168; leave empty to promise nothing.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'post_mortem_days',
    label: 'Post-mortems are due after … working days',
    hint: 'Suggested when an incident is resolved; staff can choose another day or none. From 1 to 60; leave empty to suggest “No post-mortem”.',
    isOptional: true,
  },
  minuteGoalsField('publish_goals', {
    label: 'Goals: from the start of an incident until it is published',
    hint: `From 1 to 1440 minutes; leave it empty for no goal. ${GOALS_HINT} lowered.`,
  }),
  minuteGoalsField('message_goals', {
    label: 'Goals: from then until the first message is out',
    hint: `From 1 to 1440 minutes; leave it empty for no goal. ${GOALS_HINT} lowered.`,
  }),
  percentGoalsField('promise_goals', {
    label: 'Goals: promised updates that come on time',
    hint: `From 1 to 100% of them; leave it empty for no goal. ${GOALS_HINT} raised.`,
  }),
  {
    kind: 'own',
    name: 'staff_domains',
    label: 'Domains of staff',
    words: ({ staff_domains: domains }) => domains.join(', ') || '(nothing)',
    render: ({ values: { staff_domains: domains }, set, error }) => (
      <TextAreaField
        label="Domains of staff"
        hint="One per line. People with an address there sign in as employees."
        error={error}
        value={domains.join('\n')}
        onChange={(typed) => set('staff_domains', typed === '' ? [] : typed.split('\n'))}
      />
    ),
  },
]
