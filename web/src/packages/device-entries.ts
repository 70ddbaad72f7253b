// Entries of a package on this device, each as a draft of its own; dropped when the server has it.
import type { Entry } from '../../package-frame/messages.ts'
import { dropDraft, keyOf, putDraft, readDrafts } from '../parts/base/drafts/drafts.ts'

const form = 'package'
const tabOf = (seq: number) => `entry ${seq}`

export const keepEntry = (attempt: string, entry: Entry) =>
  putDraft(form, attempt, tabOf(entry.seq), { version: entry.seq, base: null, value: { entry } })

export const dropEntry = (attempt: string, { seq }: Entry) => dropDraft(keyOf(form, attempt, tabOf(seq)))

/** In their order. */
export async function readEntries(attempt: string): Promise<Entry[]> {
  const drafts = await readDrafts(form, attempt).catch(() => [])
  return drafts.map(({ value }) => (value as { entry: Entry }).entry).sort((a, b) => a.seq - b.seq)
}
