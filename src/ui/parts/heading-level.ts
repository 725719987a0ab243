/** Parts that stand on a page and in a dialog take the level of their heading. */
export type HeadingLevel = 1 | 2 | 3
