import type { ComponentProps } from 'react'
import type { PlaceKind } from '../../../domain/place-address.ts'
import { tidyStates, withStates } from '../../../domain/place-states.ts'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import { PickedChips } from './picked-chips.tsx'
import { hasPlaceStates, PlaceStates } from './place-states.tsx'

export function PickedPlaces({
  place,
  ...picked
}: ComponentProps<typeof PickedChips> & { place: PlaceKind }) {
  const { content, change, choices, isReadOnly, idOf, errorOf } = useEditing()
  const { things, label, onRemove } = picked
  if (things.length === 0 || !hasPlaceStates(content)) return <PickedChips {...picked} />
  const states = tidyStates(content.place_states ?? [], content)
  const id = idOf('place_states')
  const error = errorOf('place_states')
  const isFirst = place === 'service' || content.services.length === 0
  return (
    <div {...(isFirst && { id, tabIndex: -1 })}>
      {isFirst && <SetError id={`${id}-error`} error={error} />}
      <PlaceStates
        label={label}
        place={place}
        things={things}
        of={{ ...content, place_states: states }}
        choices={choices}
        isReadOnly={isReadOnly}
        onChange={(changed) => change({ place_states: withStates(states, [changed]) })}
        onRemove={onRemove}
      />
    </div>
  )
}
