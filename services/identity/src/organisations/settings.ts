// The settings of an organisation: their type, defaults and stored form.
import type { Organisation as Row } from '../generated/client.ts'
import { type Accent, locales, type Locale, type Organisation } from './api.ts'

/** The content of organisations.settings; a missing field means its default, so that a new one needs no migration. */
export type OrganisationSettings = {
  accent: Accent
  guest_preview: boolean
  user_action_tracking: boolean
  demo: boolean
  maxLevelInUploadFolder: number
  maxFileCountInUploadFolder: number
  /** Bytes of one file, by type; a missing one or 0: the installation's limit. */
  uploadLimits: { video?: number; audio?: number; document?: number; image?: number; other?: number }
  toggles: string[]
  /** The IANA name of the zone that times are meant in; empty: that of the language (zoneOf). */
  time_zone: string
  /** People without a mobile number bind one before anything else. */
  mobile_required: boolean
  /** People verify their e-mail address. */
  verify_email: boolean
  /** Days until a password is to be changed; 0: never. */
  password_expires_days: number
  /** The address of a task that everybody does first, such as a questionnaire; empty: none. */
  pre_task_url: string
  /** Management calls need an auth code in the session. */
  management_auth_code: boolean
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
  time_zone: '',
  mobile_required: false,
  verify_email: false,
  password_expires_days: 0,
  pre_task_url: '',
  management_auth_code: false,
}

/** The stored settings, completed by their defaults. */
export const settingsIn = (stored: unknown): OrganisationSettings => ({ ...defaults, ...(stored as Partial<OrganisationSettings>) })

/** A stored organisation as calls answer it. */
export const asOrganisation = (row: Pick<Row, 'id' | 'name' | 'locale' | 'settings'>): Organisation => ({
  id: row.id,
  name: row.name,
  locale: asLocale(row.locale),
  ...settingsIn(row.settings),
  time_zone: zoneOf(row),
})

/** Where most of a language's schools are; English is at home in too many zones. */
const zoneOfLocale: Record<Locale, string> = {
  'zh-CN': 'Asia/Shanghai',
  'zh-TW': 'Asia/Taipei',
  th: 'Asia/Bangkok',
  id: 'Asia/Jakarta',
  ms: 'Asia/Kuala_Lumpur',
  en: 'UTC',
}

/** The zone of an organisation: the one that is set, else that of its language. */
export const zoneOf = ({ locale, settings }: { locale: string; settings: unknown }): string =>
  settingsIn(settings).time_zone || zoneOfLocale[asLocale(locale)]

export const asLocale = (value: string): Locale => ((locales as readonly string[]).includes(value) ? (value as Locale) : 'en')
