import { changedFields } from '../../domain/newsroom/changed-fields.ts'
import { type RecordContent, withFieldOf } from '../../domain/newsroom/record-content.ts'
import { type NewPlaceState, stateDifferences, withStates } from '../../domain/place-states.ts'

interface BesideDraft {
  current: RecordContent
  amended: RecordContent
  typed: RecordContent
}

/** The draft follows the program where people have changed nothing. Everything else stays as they typed it. */
export function withChangesBeside({ current, amended, typed }: BesideDraft): RecordContent {
  const theirs = changedFields(current, typed)
  const content = changedFields(current, amended)
    .filter((field) => field !== 'place_states' && !theirs.includes(field))
    .reduce((content, field) => withFieldOf(content, field, amended), typed)
  const byPeople = stateChanges(current, typed)
  const byProgram = stateChanges(current, amended).filter((state) => !byPeople.some(isSamePlace(state)))
  return { ...content, place_states: withStates(typed.place_states ?? [], byProgram) }
}

export function isTypedOver({ current, amended, typed }: BesideDraft) {
  const theirs = changedFields(current, typed)
  const differing = changedFields(amended, typed)
  const isFieldTypedOver = changedFields(current, amended).some(
    (field) => field !== 'place_states' && theirs.includes(field) && differing.includes(field),
  )
  const byPeople = stateChanges(current, typed)
  const isStateTypedOver = stateChanges(current, amended).some((state) =>
    byPeople.filter(isSamePlace(state)).some(({ severity_tid }) => severity_tid !== state.severity_tid),
  )
  return isFieldTypedOver || isStateTypedOver
}

function stateChanges(before: RecordContent, after: RecordContent): NewPlaceState[] {
  return stateDifferences(before.place_states ?? [], after.place_states ?? [])
}

function isSamePlace({ place, tid }: NewPlaceState) {
  return (other: NewPlaceState) => other.place === place && other.tid === tid
}
