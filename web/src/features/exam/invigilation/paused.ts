// Pauses of those who write an exam. Pure.
type Rows = { paused: boolean; counts: { all: number }; items: readonly { paused: boolean }[] }

/** Whether certainly nobody is paused: somebody on a further page, or whom a filter hides, may be. */
export const nobodyPaused = ({ paused, counts, items }: Rows): boolean =>
  !paused && items.length >= counts.all && !items.some((row) => row.paused)
