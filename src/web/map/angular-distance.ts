import type { Place } from '../../domain/map/world-projection.ts'

/** In degrees of arc; correct at the poles and across the date line. */
export function angularDistance(a: Place, b: Place): number {
  const u = directionOf(a)
  const v = directionOf(b)
  const across = Math.hypot(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
  const along = u.x * v.x + u.y * v.y + u.z * v.z
  // Unlike the arc cosine, also exact for small distances.
  return degrees(Math.atan2(across, along))
}

interface Direction {
  x: number
  y: number
  z: number
}

/**
 * The center of places on the globe. If they are spread evenly around it, there is no center, and the first one is
 * returned. The order of places may change the last digits.
 */
export function middleOf(places: readonly [Place, ...Place[]]): Place {
  const [first, ...others] = places
  if (others.every((place) => isSamePlace(place, first))) return first
  const sum = { x: 0, y: 0, z: 0 }
  for (const place of places) {
    const { x, y, z } = directionOf(place)
    sum.x += x
    sum.y += y
    sum.z += z
  }
  const isNowhere = Math.hypot(sum.x, sum.y, sum.z) < LEAST_LENGTH * places.length
  return isNowhere ? first : toPlace(sum)
}

const LEAST_LENGTH = 1e-9

function isSamePlace(a: Place, b: Place) {
  return a.latitude === b.latitude && a.longitude === b.longitude
}

function directionOf({ latitude, longitude }: Place): Direction {
  const phi = radians(latitude)
  const lambda = radians(longitude)
  return {
    x: Math.cos(phi) * Math.cos(lambda),
    y: Math.cos(phi) * Math.sin(lambda),
    z: Math.sin(phi),
  }
}

function toPlace({ x, y, z }: Direction): Place {
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) }
}

function radians(value: number) {
  return (value * Math.PI) / 180
}

function degrees(value: number) {
  return (value * 180) / Math.PI
}
