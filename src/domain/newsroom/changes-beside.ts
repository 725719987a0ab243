import { type NewPlaceState, stateDifferences, withStates } from '../place-states.ts'
import { changedFields } from './changed-fields.ts'
import { type RecordContent, withFieldOf } from './record-content.ts'

/** A program changes a published record that people are editing. */
interface BesideDraft {
  standing: RecordContent
  /** What the program makes of it. */
  amended: RecordContent
  /** What people have typed and not published. */
  typed: RecordContent
}

/** The draft follows the program where people have changed nothing. Everything else stays as they typed it. */
export function withChangesBeside({ standing, amended, typed }: BesideDraft): RecordContent {
  const theirs = changedFields(standing, typed)
  const content = changedFields(standing, amended)
    .filter((field) => field !== 'place_states' && !theirs.includes(field))
    .reduce((content, field) => withFieldOf(content, field, amended), typed)
  const byPeople = stateChanges(standing, typed)
  const byProgram = stateChanges(standing, amended).filter((state) => !byPeople.some(isSamePlace(state)))
  return { ...content, place_states: withStates(typed.place_states ?? [], byProgram) }
}

export function isTypedOver({ standing, amended, typed }: BesideDraft) {
  const theirs = changedFields(standing, typed)
  const differing = changedFields(amended, typed)
  const isFieldTypedOver = changedFields(standing, amended).some(
    (field) => field !== 'place_states' && theirs.includes(field) && differing.includes(field),
  )
  const byPeople = stateChanges(standing, typed)
  const isStateTypedOver = stateChanges(standing, amended).some((state) =>
    byPeople.filter(isSamePlace(state)).some(({ severity_tid }) => severity_tid !== state.severity_tid),
  )
  return isFieldTypedOver || isStateTypedOver
}

/** Each place is a field of its own. */
function stateChanges(before: RecordContent, after: RecordContent): NewPlaceState[] {
  return stateDifferences(before.place_states ?? [], after.place_states ?? [])
}

function isSamePlace({ place, tid }: NewPlaceState) {
  return (other: NewPlaceState) => other.place === place && other.tid === tid
}
