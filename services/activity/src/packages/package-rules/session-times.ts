// The time of a sco: the sum of its sessions, each of which reports its length as often as it likes. Pure.

/**
 * Lengths by the numbers of their entries, in order; a session ends half a number after its entry, with -1. Of lengths that only grow the last stays; a
 * shorter one without an end between is another session, whose predecessor was never ended.
 */
export type SessionTimes = [at: number, seconds: number][]
const end = -1
/** Above it lengths that only grow become one; where that is not enough, the oldest are summed up, and nothing is added before them. */
const most = 100

const sorted = (times: SessionTimes): SessionTimes => [...times].sort(([a], [b]) => a - b)
const shortened = (times: SessionTimes): SessionTimes =>
  times.filter(([, seconds], nth) => {
    const next = times[nth + 1]?.[1]
    return seconds === end || next === undefined || next === end || next < seconds
  })

function added(times: SessionTimes, one: [number, number]): SessionTimes {
  if (times.some(([at]) => at === one[0])) return times
  const [first] = times
  // summed up before
  if (first && first[0] < 0 && one[0] <= -first[0]) return times
  return bounded(sorted([...times, one]))
}

/** A sum stands first, at the negative of the last number in it. */
function bounded(times: SessionTimes): SessionTimes {
  if (times.length <= most) return times
  const short = shortened(times)
  if (short.length <= most) return short
  const head = short.slice(0, most / 2)
  return [[-Math.floor(Math.abs(head.at(-1)![0])), secondsOf(head)], [-0.5, end], ...short.slice(most / 2)]
}

export const withLength = (times: SessionTimes, seq: number, seconds: number): SessionTimes => added(times, [seq, seconds])
export const withEnd = (times: SessionTimes, seq: number): SessionTimes => added(times, [seq + 0.5, end])
export const secondsOf = (times: SessionTimes): number =>
  shortened(times).reduce((sum, [, seconds]) => sum + (seconds === end ? 0 : seconds), 0)
