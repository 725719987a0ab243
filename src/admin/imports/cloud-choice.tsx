import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { useRoot } from '../../ui/root-data.ts'

/** Defaults to the first cloud. */
export function CloudChoice({ value, onPick }: { value: string; onPick: (machineName: string) => void }) {
  const { clouds } = useRoot().global
  return (
    <ChoiceField name="cloud" label="Into the cloud" value={value} onPick={onPick}>
      {clouds.map(({ machine_name, title }) => (
        <option key={machine_name} value={machine_name}>
          {title}
        </option>
      ))}
    </ChoiceField>
  )
}

export function useFirstCloud(): string {
  return useRoot().global.clouds[0]?.machine_name ?? ''
}
