// The owner of the copies of running exams on this device: they go when the person signs out or somebody else is signed in, and after their time.
// Their code loads only where this browser has made one.
import type { CopyHead, CopyName } from '../device/exam-copies.ts'

const storageKey = 'lyceum.exam-copies'

function hasCopies(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
export const noteCopies = () => localStorage.setItem(storageKey, '1')

/** Deletes copies; with the last one this browser has none. */
export async function endCopies(which: (copy: CopyName, head: CopyHead | undefined) => boolean): Promise<void> {
  const { dropCopies } = await import('../device/exam-copies.ts')
  if (!(await dropCopies(which))) return
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // without storage there is nothing to remove
  }
}

/** Deletes the copies of others than this person, and old ones; undefined: all, and what waits for the logs of attempts. */
export async function endCopiesOfOthers(person: string | undefined): Promise<void> {
  if (person === undefined) removeLogs()
  if (hasCopies()) await endCopies((copy, head) => copy.person !== person || (head !== undefined && head.until < Date.now()))
}

/** Keys of attempts: events that wait, the begin of a lost connection, the last leaving. */
const logs = /^lyceum-(events|lost|left)-/
function removeLogs(): void {
  try {
    for (const key of Object.keys(localStorage)) if (logs.test(key)) localStorage.removeItem(key)
  } catch {
    // without storage there is nothing to remove
  }
}
