/** Browsers still use the old names of some cities. */
const TOWNS_RENAMED: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
}

/** `Kolkata`; a zone without a city, such as `EST5EDT`, keeps its name. */
export function townOf(zone: string): string {
  const town = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return TOWNS_RENAMED[town] ?? town
}

/** `Kolkata (GMT+5:30)`, with the offset at that time. */
export function zoneWords(zone: string, at: Date): string {
  return `${townOf(zone)} (${offsetOf(zone, at)})`
}

function offsetOf(zone: string, at: Date) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
