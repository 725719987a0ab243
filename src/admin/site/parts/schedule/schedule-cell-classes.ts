/** How a cell of the update schedule looks: nothing special, no updates, a usual window, a long one. */
export const SCHEDULE_CELL_CLASSES = ['', 'none', 'window', 'long-window'] as const
