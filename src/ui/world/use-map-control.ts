import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MapControl, type MapShown, mapControl } from './map-control.ts'
import { followPointers, followWheel } from './map-gestures.ts'
import { followKeys } from './map-keys.ts'
import { FIRST_DETAIL } from './map-view.ts'

export function useMapControl(
  box: RefObject<HTMLElement | null>,
  world: RefObject<SVGSVGElement | null>,
  onMoved: () => void,
) {
  const control = useRef<MapControl>(undefined)
  const [detail, setDetail] = useState<MapShown>({ ...FIRST_DETAIL, isAtStart: true })
  const moved = useEffectEvent(onMoved)

  useEffect(() => {
    if (box.current === null || world.current === null) return
    const made = mapControl({ box: box.current, world: world.current }, (next) =>
      setDetail((before) => (isSame(before, next) ? before : next)),
    )
    const notify = () => moved()
    const ends = [followPointers, followWheel, followKeys].map((follow) =>
      follow(box.current as HTMLElement, made, notify),
    )
    control.current = made
    return () => {
      for (const end of ends) end()
      made.stop()
      control.current = undefined
    }
  }, [box, world])

  return { control, detail }
}

function isSame(a: MapShown, b: MapShown) {
  return (Object.keys(a) as (keyof MapShown)[]).every((key) => a[key] === b[key])
}
