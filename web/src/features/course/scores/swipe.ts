// The direction of a swipe: 1 to the next, -1 to the one before, 0 for a press or a scroll.
const least = 56

/** `x`, `y`: pixels between the finger's first and last place. */
export const swipeOf = ({ x, y }: { x: number; y: number }): -1 | 0 | 1 =>
  Math.abs(x) < least || Math.abs(x) < 2 * Math.abs(y) ? 0 : x < 0 ? 1 : -1
