// The processor time of a process and of all that it has started: read from /proc, so that a busy machine does not count as a slow product.
import { readdirSync, readFileSync } from 'node:fs'

/** Of each tick of /proc: every Linux that Node runs on has a hundred in a second. */
const ticks = 100

type Sample = { parent: number; begun: string; own: number; children: number }

function sampleOf(pid: number): Sample | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name of the program, in brackets, may hold blanks and brackets
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at])) as [
      number,
      number,
      number,
      number,
      number,
    ]
    return { parent, begun: fields[19] ?? '', own: user + system, children: childUser + childSystem }
  } catch {
    return undefined // it has ended
  }
}

/** Reads the seconds that the tree below `root` has used so far; undefined where there is no /proc. A tree that has ended keeps its last reading. */
export function processorOf(root: number): () => number | undefined {
  const members = new Map<number, Sample>()
  let lost = 0
  let most = 0
  return () => {
    if (process.platform !== 'linux') return undefined
    const all = new Map<number, Sample>()
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      const sample = pid > 0 ? sampleOf(pid) : undefined
      if (sample) all.set(pid, sample)
    }
    const belongs = (pid: number): boolean => {
      const sample = all.get(pid)
      if (!sample) return false
      if (pid === root || members.get(pid)?.begun === sample.begun) return true
      return sample.parent > 1 && belongs(sample.parent)
    }
    for (const [pid, last] of members) {
      if (all.get(pid)?.begun === last.begun) continue
      members.delete(pid)
      // a process that is waited for counts in its parent; the time of an orphan is known from its last reading alone
      if (pid !== root && !all.has(last.parent)) lost += last.own + last.children
    }
    for (const pid of all.keys()) if (belongs(pid)) members.set(pid, all.get(pid)!)
    let sum = lost
    for (const { own, children } of members.values()) sum += own + children
    most = Math.max(most, sum)
    return most / ticks
  }
}
