const FADE_MS = 160

/** Fades an element and closes the room it took. Who asks for less motion sees it gone at once. */
export async function fadeOut(element: HTMLElement): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.style.overflow = 'clip'
  const fading = element.animate(
    [
      { opacity: 1, height: `${element.offsetHeight}px` },
      { opacity: 0, height: '0px' },
    ],
    { duration: FADE_MS, easing: 'ease-out', fill: 'forwards' },
  )
  // A page that is hidden meanwhile may cut it short; the banner goes all the same.
  await fading.finished.catch(() => {})
}
