export type HeadingLevel = 1 | 2 | 3
