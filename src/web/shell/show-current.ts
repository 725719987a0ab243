export function showCurrent(row: HTMLElement) {
  const current = row.querySelector<HTMLElement>(':scope > li:has([aria-current], [data-current])')
  if (current !== null) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}
