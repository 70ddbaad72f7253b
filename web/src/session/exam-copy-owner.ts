// The owner of the copies of running exams on this device: they go when the person signs out or somebody else is signed in, and after their time.
// Their code loads only where this browser has made one.
const storageKey = 'lyceum.exam-copies'

export function hasCopies(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
export const noteCopies = () => localStorage.setItem(storageKey, '1')

/** Deletes the copies of others than this person, and old ones; undefined: all. */
export async function endCopiesOfOthers(person: string | undefined): Promise<void> {
  if (!hasCopies()) return
  const { dropCopies } = await import('../device/exam-copies.ts')
  await dropCopies((copy, head) => copy.person !== person || (head !== undefined && head.until < Date.now()))
}
