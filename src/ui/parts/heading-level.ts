/** For parts used on pages and in dialogs. */
export type HeadingLevel = 1 | 2 | 3
