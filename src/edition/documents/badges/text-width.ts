/** Advance widths of Verdana in thousandths of the font size, from space to tilde. */
const ADVANCES = [
  352, 394, 459, 818, 636, 1076, 727, 269, 454, 454, 636, 818, 364, 454, 364, 454, 636, 636, 636, 636, 636,
  636, 636, 636, 636, 636, 454, 454, 818, 818, 818, 545, 1000, 684, 686, 698, 771, 632, 575, 775, 751, 421,
  455, 693, 557, 843, 748, 787, 603, 787, 695, 684, 616, 732, 684, 989, 685, 615, 685, 454, 454, 454, 818,
  636, 636, 601, 623, 521, 623, 596, 352, 623, 633, 274, 344, 592, 274, 973, 633, 607, 623, 623, 427, 521,
  394, 633, 592, 818, 592, 592, 525, 635, 454, 635, 818,
]
const FIRST_KNOWN = 0x20
/**
 * Estimates: letters of other alphabets are about as wide as Latin ones; ideographs and emoji about as wide as high.
 */
const LETTER_ADVANCE = 680
const WIDE_ADVANCE = 1_100
const BOLD_WIDENS_BY = 1.13

export interface TextSize {
  fontPx: number
  isBold?: boolean
  letterSpacingPx?: number
}

export function textWidth(text: string, { fontPx, isBold = false, letterSpacingPx = 0 }: TextSize): number {
  let thousandths = 0
  let letters = 0
  for (const letter of text) {
    if (/^\p{M}|\p{Cf}$/u.test(letter)) continue
    thousandths += advanceOf(letter)
    letters++
  }
  const plain = (thousandths / 1_000) * fontPx
  return (isBold ? plain * BOLD_WIDENS_BY : plain) + letters * letterSpacingPx
}

function advanceOf(letter: string) {
  const known = ADVANCES[(letter.codePointAt(0) ?? 0) - FIRST_KNOWN]
  if (known !== undefined) return known
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{P}]/u.test(
    letter,
  )
    ? LETTER_ADVANCE
    : WIDE_ADVANCE
}
