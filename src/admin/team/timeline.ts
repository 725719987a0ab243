import type { Team, TeamDeed, TeamNote } from '../../contract/admin/team.ts'

export type TeamEntry =
  | { kind: 'deed'; at: string; deed: TeamDeed }
  | { kind: 'note'; at: string; note: TeamNote }
  | { kind: 'taken'; at: string; note: TeamNote; by: string }

export function timelineOf({ notes, deeds }: Pick<Team, 'notes' | 'deeds'>): TeamEntry[] {
  return [
    ...deeds.map((deed): TeamEntry => ({ kind: 'deed', at: deed.at, deed })),
    ...notes.map((note): TeamEntry => ({ kind: 'note', at: note.at, note })),
    ...notes.flatMap((note): TeamEntry[] => {
      const taken = note.handover?.taken ?? null
      return taken === null ? [] : [{ kind: 'taken', at: taken.at, note, by: taken.by.name }]
    }),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export function pendingHandover(notes: readonly TeamNote[]): TeamNote | undefined {
  return notes.find(({ handover }) => handover?.is_pending === true)
}
