import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { useRoot } from '../../ui/root-data.ts'
import { useChoices } from '../parts/use-choices.ts'

/** Those that the rights of the user reach. */
function useOwnClouds() {
  const { clouds } = useRoot().global
  const { choices } = useChoices()
  const limit = choices?.limited_to ?? null
  const names = new Set(
    choices?.clouds.flatMap(({ id, machine_name }) => (limit?.includes(id) ? machine_name : [])),
  )
  return limit === null ? clouds : clouds.filter(({ machine_name }) => names.has(machine_name))
}

export function CloudChoice({ value, onPick }: { value: string; onPick: (machineName: string) => void }) {
  const clouds = useOwnClouds()
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
  return useOwnClouds()[0]?.machine_name ?? ''
}
