// The aliases of a work's files, where its author is not named: ids that reveal nothing of the upload, of its time or of another work that has it too.
import { createHmac } from 'node:crypto'
import { settingsOf } from '../types/settings.ts'
import type { Config } from '../config.ts'

type Keys = Pick<Config, 'grantKeys'>

/** `work`: the submission or the attempt that has the file. Lasts as long as the key. */
export const aliasOf = ({ grantKeys }: Keys, work: string, upload: string): string => aliasBy(grantKeys[0]!, work, upload)

function aliasBy(key: Buffer, work: string, upload: string): string {
  const bytes = createHmac('sha256', key).update(`lyceum.alias.1 ${work} ${upload}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The one of the uploads that an alias stands for; pages keep those of a former key. */
export const uploadOfAlias = ({ grantKeys }: Keys, work: string, alias: string, uploads: readonly string[]): string | undefined =>
  uploads.find((upload) => grantKeys.some((key) => aliasBy(key, work, upload) === alias))

/** Whether files under an alias are shown without their properties: unless the activity says otherwise. */
export const isStripped = (activity: Parameters<typeof settingsOf>[0]): boolean => settingsOf(activity).strip_properties !== false
