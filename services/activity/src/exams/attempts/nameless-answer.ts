// An answer whose author is not named: its files have aliases, its attachments no names of their owner's.
import { aliasOf } from '../../activity/file-aliases.ts'
import { namelessText, type SubmittedFile } from '../../activity/work-rules.ts'
import type { StoredAnswer } from './answers.ts'

/** `files`: those of the answer that are known, in their order. */
export function namelessAnswer(
  config: Parameters<typeof aliasOf>[0],
  attempt: string,
  answer: StoredAnswer | null,
  files: readonly SubmittedFile[],
): StoredAnswer | null {
  if (!answer) return null
  const { text, upload_ids } = answer
  const alias = (upload: string) => aliasOf(config, attempt, upload)
  return {
    ...answer,
    ...(Array.isArray(upload_ids) && { upload_ids: (upload_ids as string[]).map(alias) }),
    ...(typeof text === 'string' && { text: namelessText(text, files, alias) }),
  }
}
