// The settings of an organisation: their stored form, completed by defaults, and its public view.
import type { Organisation as Row } from '../generated/client.ts'
import { locales, type Locale, type OrganisationSettings, settingNames, settingsTable } from '../org-settings/api.ts'
import type { Organisation } from './api.ts'

export type { OrganisationSettings } from '../org-settings/api.ts'

const defaults = Object.fromEntries(settingNames.map((name) => [name, settingsTable[name].default])) as OrganisationSettings

/** The stored settings, completed by their defaults. */
export const settingsIn = (stored: unknown): OrganisationSettings => ({ ...defaults, ...(stored as Partial<OrganisationSettings>) })

/** A stored organisation as calls answer it. */
export function asOrganisation(row: Pick<Row, 'id' | 'name' | 'locale' | 'settings'>): Organisation {
  const settings = settingsIn(row.settings)
  return {
    id: row.id,
    name: row.name,
    locale: asLocale(row.locale),
    ...settings,
    time_zone: zoneOf(row),
    asks_people: settings.password_expires_days > 0 || settings.pre_task_url !== '',
  }
}

/** The zone of most schools of a language; English is at home in too many zones. */
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
