const WEEK_MINUTES = 10_080
const WORDS_PX = 96

/** What seven days have at least: where names stand above the bars, there with room, beside them, and with room. */
const TRACK_PX = { phone: 300, 'wide-phone': 490, tablet: 490, desktop: 740 }

/** The layouts in which an issue of this length has room for its title, as the style of the marks knows them. */
export function wordsRoom(minutes: number): string {
  return Object.entries(TRACK_PX)
    .filter(([, trackPx]) => (minutes / WEEK_MINUTES) * trackPx >= WORDS_PX)
    .map(([layout]) => layout)
    .join(' ')
}
