import { useEffect, useState } from 'react'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'

type PlaceField = 'services' | 'data_centers'
type PlacesOfRecord = Pick<RecordContent, 'clouds' | PlaceField>

/**
 * Which places of a record the author ticked and unticked. Lists and dashboards don't know the places, so the record is
 * loaded when the author opens the choice. Only differences are sent: colleagues may change other places meanwhile.
 */
export function useMovedPlaces(id: number, isOpen: boolean) {
  const [places, setPlaces] = useState<PlacesOfRecord>()
  const [problem, setProblem] = useState<string>()
  const [picked, setPicked] = useState<Partial<Record<PlaceField, readonly number[]>>>({})
  const isNeeded = isOpen && places === undefined
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    void callAccount('GET /api/admin/records/:id', { id }).then((called) => {
      if (isOver) return
      if (called.kind === 'refused') return setProblem(called.message)
      const { clouds, services, data_centers } = called.answer.data.content
      setPlaces({ clouds, services, data_centers })
      setProblem(undefined)
    })
    return () => {
      isOver = true
    }
  }, [id, isNeeded])

  const chosen = (field: PlaceField): readonly number[] => picked[field] ?? places?.[field] ?? []
  const moved = {
    add_services: without(chosen('services'), places?.services),
    remove_services: without(places?.services, chosen('services')),
    add_data_centers: without(chosen('data_centers'), places?.data_centers),
    remove_data_centers: without(places?.data_centers, chosen('data_centers')),
  }
  return {
    places,
    problem,
    has: (field: PlaceField, tid: number) => chosen(field).includes(tid),
    set(field: PlaceField, tids: readonly number[], isPicked: boolean) {
      const rest = chosen(field).filter((tid) => !tids.includes(tid))
      setPicked((before) => ({ ...before, [field]: isPicked ? [...rest, ...tids] : rest }))
    },
    /** Without empty lists. */
    moved: Object.fromEntries(Object.entries(moved).filter(([, tids]) => tids.length > 0)) as Partial<
      typeof moved
    >,
  }
}

export type MovedPlacesOfUpdate = ReturnType<typeof useMovedPlaces>

function without(tids: readonly number[] = [], others: readonly number[] = []): number[] {
  return tids.filter((tid) => !others.includes(tid))
}
