// The text of a file, for a holder that asked for it (FilesHeld.text_ids): upload reads it from the file, the holder's service takes it. It lies in
// kv for a few hours, compressed, and TextReady says that it does: what people wrote stands in no log. A text that is lost is asked for again.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Kv } from '@lyceum/kit/kv/kv'

/** Why a file has no text: it has a password, cannot be read, would take too much to read, has none (a scan), or is of a kind that has none. */
export type TextFailure = 'encrypted' | 'broken' | 'tooLarge' | 'noText' | 'kind'
/** `cut`: only its beginning was read. */
export type FileText = { text: string; cut: boolean }

/** Characters of a text at most. */
export const longestText = 100_000
/** Seconds. */
const lifetime = 6 * 3600

const keyOf = (upload: string) => `text:${upload}`

export const offerText = (kv: Kv, upload: string, { text, cut }: FileText): Promise<void> =>
  kv.set(keyOf(upload), (cut ? '1' : '0') + deflateRawSync(text).toString('base64'), lifetime)

/** undefined: it is lost. */
export async function takeText(kv: Kv, upload: string): Promise<FileText | undefined> {
  const offered = await kv.get(keyOf(upload))
  if (offered === undefined) return undefined
  return { text: inflateRawSync(Buffer.from(offered.slice(1), 'base64')).toString(), cut: offered.startsWith('1') }
}
