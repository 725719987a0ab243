export const MARK = {
  viewBox: '0 0 26 26',
  letter: 'M2 24V2h2.2l17.3 17V2H24v22h-2.2L4.5 7v17z',
  wall: 'M4.5 12h17v2h-17z',
  wallOpacity: 0.4,
}
