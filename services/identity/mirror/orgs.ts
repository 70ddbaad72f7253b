// Reads of the identity mirror's organisations.
import { one, type Tx } from '@lyceum/kit/database/database'

export type MirrorOrg = {
  id: string
  name: string
  locale: string
  settings: {
    accent?: { hue: number; vividness: number }
    guest_preview: boolean
    user_action_tracking: boolean
    demo: boolean
    max_level_in_upload_folder: number
    max_file_count_in_upload_folder: number
    toggles: string[]
    /** IANA name; missing in rows that no fact has written since the setting exists: UTC. */
    time_zone?: string
    /** Missing in rows that no fact has written since the settings exist: true. */
    publish_required?: boolean
    invite_students?: boolean
    /** Bytes that all files may take; missing or 0: the installation's limit. */
    storage_quota?: number
    /** Missing in rows that no fact has written since the setting exists: false. */
    review_sharing?: boolean
    /** Bytes of one file by type; 0: the installation's limit. */
    upload_limits?: Record<string, number>
  }
}

/** The organisation as the latest fact has it; undefined when it is not in the mirror yet or is deleted. */
export const orgById = (tx: Tx, id: string): Promise<MirrorOrg | undefined> =>
  one<MirrorOrg>(tx, 'select id::text, name, locale, settings from mirror.orgs where id = $1 and not deleted', id)
