// The rules of uploads: the installation's limits, and stricter ones of an organisation.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'

export type SizeLimits = Config['limits']
export type UploadRules = { limits: SizeLimits; maxLevel: number; maxFiles: number }
export const sizeTypes = ['video', 'audio', 'document', 'image', 'other'] as const

type Settings = {
  max_level_in_upload_folder?: number
  max_file_count_in_upload_folder?: number
  upload_limits?: Partial<Record<string, number>>
  storage_quota?: number
  review_sharing?: boolean
}

/** Whether what is shared into a group waits for a review in the organisation. */
export async function reviewsSharing(tx: Tx, org: string): Promise<boolean> {
  const row = await one<{ settings: Settings }>(tx, 'select settings from mirror.orgs where id = $1', org)
  return row?.settings.review_sharing ?? false
}

/** Bytes that all files of an organisation may take: its own quota, else that of the installation. */
export async function orgQuota({ db, config }: Pick<Deps, 'db' | 'config'>, org: string): Promise<number> {
  const row = await one<{ settings: Settings }>(db, 'select settings from mirror.orgs where id = $1', org)
  return row?.settings.storage_quota || config.orgQuota
}

export async function readRules({ db, config }: Pick<Deps, 'db' | 'config'>, org: string): Promise<UploadRules> {
  const row = await one<{ settings: Settings }>(db, 'select settings from mirror.orgs where id = $1', org)
  const { max_level_in_upload_folder, max_file_count_in_upload_folder, upload_limits = {} } = row?.settings ?? {}
  const limits = Object.fromEntries(
    sizeTypes.map((type) => [type, Math.min(upload_limits[type] || Number.POSITIVE_INFINITY, config.limits[type])]),
  ) as SizeLimits
  return { limits, maxLevel: max_level_in_upload_folder || 10, maxFiles: max_file_count_in_upload_folder || 1000 }
}
