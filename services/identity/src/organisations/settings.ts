import type { Organisation as Row } from '../generated/client.ts'
import { type Accent, locales, type Locale, type Organisation } from './api.ts'

/** What organisations.settings holds; missing fields mean the default, so that a new one needs no migration. */
export type OrganisationSettings = {
  accent: Accent
  guest_preview: boolean
  user_action_tracking: boolean
  demo: boolean
  maxLevelInUploadFolder: number
  maxFileCountInUploadFolder: number
  /** Bytes of one file, by type; a missing one or 0: what the installation allows. */
  uploadLimits: { video?: number; audio?: number; document?: number; image?: number; other?: number }
  toggles: string[]
}

export const defaults: OrganisationSettings = {
  accent: { hue: 192, vividness: 38 },
  guest_preview: false,
  user_action_tracking: true,
  demo: false,
  maxLevelInUploadFolder: 5,
  maxFileCountInUploadFolder: 500,
  uploadLimits: {},
  toggles: [],
}

/** A stored organisation as calls answer it. */
export const asOrganisation = (row: Pick<Row, 'id' | 'name' | 'locale' | 'settings'>): Organisation => ({
  id: row.id,
  name: row.name,
  locale: asLocale(row.locale),
  ...defaults,
  ...(row.settings as Partial<OrganisationSettings>),
})

export const asLocale = (value: string): Locale => ((locales as readonly string[]).includes(value) ? (value as Locale) : 'en')
