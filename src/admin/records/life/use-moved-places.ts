import { useEffect, useState } from 'react'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import {
  type NewPlaceState,
  type PlaceState,
  stateDifferences,
  statesThatFit,
  withStates,
} from '../../../domain/place-states.ts'
import { callAccount } from '../../../ui/account/call-account.ts'

type PlaceField = 'services' | 'data_centers'

interface PlacesOfRecord extends Pick<RecordContent, 'kind' | 'severity_tid' | 'clouds' | PlaceField> {
  place_states: readonly PlaceState[]
}

/**
 * Lists and dashboards don't know the places, so the record is loaded when the author opens the choice. Only
 * differences are sent: colleagues may change other places meanwhile.
 */
export function useMovedPlaces(id: number, isOpen: boolean, severityTid: number) {
  const [before, setBefore] = useState<PlacesOfRecord>()
  const [problem, setProblem] = useState<string>()
  const [picked, setPicked] = useState<Partial<Pick<PlacesOfRecord, PlaceField | 'place_states'>>>({})
  const isNeeded = isOpen && before === undefined
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    void callAccount('GET /api/admin/records/:id', { id }).then((called) => {
      if (isOver) return
      if (called.kind === 'refused') return setProblem(called.message)
      const {
        kind,
        severity_tid,
        clouds,
        services,
        data_centers,
        place_states = [],
      } = called.answer.data.content
      setBefore({ kind, severity_tid, clouds, services, data_centers, place_states })
      setProblem(undefined)
    })
    return () => {
      isOver = true
    }
  }, [id, isNeeded])

  const places = before && { ...before, ...picked }
  const fitting = (states: readonly PlaceState[]) =>
    places ? statesThatFit(states, { ...places, severity_tid: severityTid }) : []
  const moved = {
    add_services: without(places?.services, before?.services),
    remove_services: without(before?.services, places?.services),
    add_data_centers: without(places?.data_centers, before?.data_centers),
    remove_data_centers: without(before?.data_centers, places?.data_centers),
    // Removed places lose their states, and so do places whose state doesn't fit the severity of the
    // update.
    place_states: places ? stateDifferences(fitting(before.place_states), fitting(places.place_states)) : [],
  }
  return {
    /** Undefined until they are loaded. */
    places,
    problem,
    set(field: PlaceField, tids: number[]) {
      setPicked((earlier) => ({ ...earlier, [field]: tids }))
    },
    setState(changed: NewPlaceState) {
      setPicked((earlier) => ({
        ...earlier,
        place_states: withStates(earlier.place_states ?? before?.place_states ?? [], [changed]),
      }))
    },
    moved: Object.fromEntries(Object.entries(moved).filter(([, list]) => list.length > 0)) as Partial<
      typeof moved
    >,
  }
}

export type MovedPlacesOfUpdate = ReturnType<typeof useMovedPlaces>

function without(tids: readonly number[] = [], others: readonly number[] = []): number[] {
  return tids.filter((tid) => !others.includes(tid))
}
