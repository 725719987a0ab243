/** Browsers go on telling the names that some towns had when their zone was first written down. */
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

/** `Kolkata`; a zone that is of no town, as `EST5EDT`, is told by its own name. */
export function townOf(zone: string): string {
  const town = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return TOWNS_RENAMED[town] ?? town
}

/** `Kolkata (GMT+5:30)`: the town and how far its clocks are from UTC at that moment. */
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
