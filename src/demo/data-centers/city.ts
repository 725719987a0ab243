/**
 * One city: name, ISO country code, latitude, longitude, and one letter for each of its data centers in order: s
 * standard, u regional surcharge, p premium, f FedRAMP Moderate.
 */
export type City = readonly [
  name: string,
  country: string,
  latitude: number,
  longitude: number,
  kinds: string,
]
