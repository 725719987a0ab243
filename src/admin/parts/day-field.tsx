import { type ControlledField, InputField } from './text-fields.tsx'

/** Empty while it is incomplete. */
export function DayField({ value, ...field }: ControlledField & { name?: string }) {
  // Browsers offer years of six digits without `max`.
  return <InputField {...field} type="date" max="9999-12-31" value={DAY.test(value) ? value : ''} />
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
