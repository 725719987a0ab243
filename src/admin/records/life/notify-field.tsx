import { CheckboxField } from '../../parts/check-fields.tsx'

/** Z-03: whether to notify subscribers, with a preview of the recipients. */
export function NotifyField({
  recipients,
  isOn,
  onChange,
}: {
  recipients: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <CheckboxField
      label="Notify subscribers"
      hint={isOn ? recipients : 'Subscribers aren’t notified. Readers find it on the site.'}
      isChecked={isOn}
      onChange={onChange}
    />
  )
}
