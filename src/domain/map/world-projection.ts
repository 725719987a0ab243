/** Gall stereographic projection. */
const COSINE_OF_STANDARD_PARALLEL = Math.SQRT1_2

/** Units of everything drawn on a map; y grows to the south. */
const WIDTH = 1000
export const UNITS_PER_RADIUS = WIDTH / (2 * Math.PI * COSINE_OF_STANDARD_PARALLEL)
export const WORLD = { width: WIDTH, height: 2 * (1 + COSINE_OF_STANDARD_PARALLEL) * UNITS_PER_RADIUS }

/** The opposite meridian runs through the Bering Strait, so that the edge of the map cuts only Antarctica. */
export const MIDDLE_LONGITUDE_DEGREES = 11

export interface Place {
  latitude: number
  longitude: number
}

export interface Point {
  x: number
  y: number
}

export function projectPlace({ latitude, longitude }: Place): Point {
  const [x, y] = rawProjection(radians(fromMiddle(longitude)), radians(latitude))
  return { x: WORLD.width / 2 + x * UNITS_PER_RADIUS, y: WORLD.height / 2 - y * UNITS_PER_RADIUS }
}

/** For a sphere of radius 1. */
export function rawProjection(longitude: number, latitude: number): [x: number, y: number] {
  return [longitude * COSINE_OF_STANDARD_PARALLEL, (1 + COSINE_OF_STANDARD_PARALLEL) * Math.tan(latitude / 2)]
}

/** Points outside the map are moved to its edge. */
export function placeAt({ x, y }: Point): Place {
  const east = (clamped(x, WORLD.width) - WORLD.width / 2) / UNITS_PER_RADIUS / COSINE_OF_STANDARD_PARALLEL
  const north = (WORLD.height / 2 - clamped(y, WORLD.height)) / UNITS_PER_RADIUS
  const longitude = degrees(east) + MIDDLE_LONGITUDE_DEGREES
  return {
    latitude: degrees(2 * Math.atan(north / (1 + COSINE_OF_STANDARD_PARALLEL))),
    longitude: longitude > 180 ? longitude - 360 : longitude,
  }
}

function clamped(value: number, end: number) {
  return Math.max(0, Math.min(value, end))
}

function degrees(radiansOf: number) {
  return (radiansOf * 180) / Math.PI
}

function fromMiddle(longitude: number) {
  return ((((longitude - MIDDLE_LONGITUDE_DEGREES + 180) % 360) + 360) % 360) - 180
}

function radians(degrees: number) {
  return (degrees * Math.PI) / 180
}
